-- Das Mudlet-Paket unter lua5.1, mit einem Nachbau der wenigen Funktionen Mudlets, die es ruft.
local datei = arg[1] or "clients/mudlet/theaterkeller.lua"
local gesendet, gesagt, toene, handler, fenster = {}, {}, 0, {}, {}

function sendGMCP(text) gesendet[#gesendet + 1] = text end
function announce(text) gesagt[#gesagt + 1] = text end
function playSoundFile() toene = toene + 1 end
function getMudletHomeDir() return "/tmp" end
function registerAnonymousEventHandler(name, f) handler[name] = f; return name end
function killAnonymousEventHandler(name) handler[name] = nil end
yajl = { to_string = function(t) return '{"nr":' .. t.nr .. ',"befehl":"' .. t.befehl .. '"}' end }
local Teil = {}
Teil.__index = Teil
function Teil:new(o) local n = setmetatable({ text = "", name = o.name }, Teil); fenster[o.name] = n; return n end
function Teil:echo(t) self.text = self.text .. t end
function Teil:clear() self.text = "" end
function Teil:show() self.sichtbar = true end
function Teil:hide() self.sichtbar = false end
Geyser = { Container = Teil, MiniConsole = Teil }

dofile(datei)
local function gleich(ist, soll, was)
  if ist ~= soll then error(was .. ": " .. tostring(ist) .. " statt " .. tostring(soll), 2) end
end

gmcp = {}
gleich(theaterkeller.blatt_text(), "Du hast keine Karten.", "ohne Blatt")
gleich(theaterkeller.zug("los"), false, "ohne Entscheidung geht kein Zug hinaus")
handler["sysProtocolEnabled"]("sysProtocolEnabled", "GMCP")
gleich(#gesendet, 1, "meldet sich an")
assert(gesendet[1]:find("Tisch 1", 1, true))

gmcp = { Tisch = {
  Info = { tisch = "Tisch 1", phase = "spielen", runde = 2, runden = 5, pott = 4000, sitze = {
    { name = "Anna", du = true, angesagt = 1, stiche = 0, punkte = 10, offen = {} },
    { name = "Vladim", du = false, angesagt = 0, stiche = 1, punkte = 5, offen = { "karo 7" } },
    { name = "", du = false },
  } },
  Blatt = { karten = { "pik 7", "herz könig" } },
  Dran = { nr = 9, wer = "Anna", du = true, erlaubt = { "spiele pik 7 hoch" } },
} }
handler["gmcp.Tisch.Dran"]()
gleich(fenster.tk_blatt.text, "Dein Blatt: pik 7, herz könig.\n", "Blatt")
assert(fenster.tk_tisch.text:find("Vladim, angesagt 0, Stiche 1, Punkte 5, offen karo 7.", 1, true))
assert(fenster.tk_tisch.text:find("Du bist dran. Erlaubt: spiele pik 7 hoch.", 1, true))
gleich(gesagt[1], "Du bist dran. Erlaubt: spiele pik 7 hoch.", "Screenreader")
gleich(toene, 0, "Töne sind aus")
handler["gmcp.Tisch.Dran"]()
gleich(#gesagt, 1, "dieselbe Entscheidung wird einmal gesagt")
theaterkeller.ton(true)
gmcp.Tisch.Dran.nr = 10
handler["gmcp.Tisch.Dran"]()
gleich(toene, 1, "Ton nach dem Einschalten")
gleich(theaterkeller.zug("spiele pik 7 hoch"), true, "Zug")
gleich(gesendet[#gesendet], 'Tisch.Zug {"nr":10,"befehl":"spiele pik 7 hoch"}', "Zug")

gmcp.Comm = { Channel = { Text = { channel = "Spieltische", talker = "", text = "Anna gewinnt." } } }
for _ = 1, 250 do handler["gmcp.Comm.Channel.Text"]() end
gleich(#theaterkeller.kurier_zeilen, 200, "der Kurier wächst nicht ohne Ende")
gleich(theaterkeller.kurier_zeilen[1], "Spieltische: Anna gewinnt.", "Kurier")
theaterkeller.fenster(false)
gleich(fenster.tk_rahmen.sichtbar, false, "Fenster aus")
theaterkeller.starte()
print("mudlet.lua: gut")
