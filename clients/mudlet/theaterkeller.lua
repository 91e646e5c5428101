-- Theaterkeller für Mudlet: Blatt, Tisch, wer dran ist und der Kurier in eigenen Fenstern, aus GMCP.
-- Töne sind aus, bis jemand sie einschaltet. Alles steht auch im Text des Servers; dieses Paket ist nur bequem.

theaterkeller = theaterkeller or {}
local tk = theaterkeller

tk.ton_an = tk.ton_an or false
tk.fenster_an = (tk.fenster_an == nil) and true or tk.fenster_an
tk.kurier_zeilen = tk.kurier_zeilen or {}
tk.handler = tk.handler or {}

local KURIER_MAX = 200

-- Sagt etwas einem Screenreader, wo Mudlet einen kennt (ab 4.17).
local function sag(text)
  if announce then announce(text) end
end

-- Das eigene Blatt als ein Satz.
function tk.blatt_text()
  local blatt = gmcp and gmcp.Tisch and gmcp.Tisch.Blatt
  if not blatt or not blatt.karten or #blatt.karten == 0 then return "Du hast keine Karten." end
  return "Dein Blatt: " .. table.concat(blatt.karten, ", ") .. "."
end

-- Der Tisch, eine Zeile für jeden Platz.
function tk.tisch_text()
  local info = gmcp and gmcp.Tisch and gmcp.Tisch.Info
  if not info then return "Du bist an keinem Tisch." end
  local kopf = info.tisch .. ", " .. info.phase
  if info.runde and info.runden then kopf = kopf .. ", Runde " .. info.runde .. " von " .. info.runden end
  if info.pott then kopf = kopf .. ", Pott " .. info.pott end
  local zeilen = { kopf .. "." }
  for _, s in ipairs(info.sitze or {}) do
    if s.name ~= "" then
      local teile = { s.du and "Du" or s.name }
      if s.angesagt then teile[#teile + 1] = "angesagt " .. s.angesagt end
      if s.stiche then teile[#teile + 1] = "Stiche " .. s.stiche end
      if s.punkte then teile[#teile + 1] = "Punkte " .. s.punkte end
      if s.steine then teile[#teile + 1] = "Steine " .. s.steine end
      if s.raus then teile[#teile + 1] = "raus" end
      if s.offen and #s.offen > 0 then teile[#teile + 1] = "offen " .. table.concat(s.offen, " ") end
      zeilen[#zeilen + 1] = table.concat(teile, ", ") .. "."
    end
  end
  return table.concat(zeilen, "\n")
end

-- Wer dran ist und was geht.
function tk.dran_text()
  local dran = gmcp and gmcp.Tisch and gmcp.Tisch.Dran
  if not dran then return "Niemand ist dran." end
  if not dran.du then return dran.wer .. " ist dran." end
  local text = "Du bist dran."
  if dran.erlaubt and #dran.erlaubt > 0 then
    text = text .. " Erlaubt: " .. table.concat(dran.erlaubt, ", ") .. "."
  end
  return text
end

-- Beantwortet die offene Entscheidung; eine Antwort auf eine alte ändert nichts.
function tk.zug(befehl)
  local dran = gmcp and gmcp.Tisch and gmcp.Tisch.Dran
  if not dran or not dran.du then return false end
  sendGMCP("Tisch.Zug " .. yajl.to_string({ nr = dran.nr, befehl = befehl }))
  return true
end

function tk.ton(an)
  tk.ton_an = an and true or false
end

local function spiele_ton()
  if tk.ton_an and playSoundFile then
    playSoundFile(getMudletHomeDir() .. "/theaterkeller/dran.wav")
  end
end

-- Fenster an oder aus. Mit Screenreader sind sie meist im Weg: theaterkeller.fenster(false).
function tk.fenster(an)
  tk.fenster_an = an and true or false
  if not tk.fenster_an and tk.rahmen then tk.rahmen:hide() end
  if tk.fenster_an then tk.baue() end
end

function tk.baue()
  if not tk.fenster_an or not Geyser then return end
  if not tk.rahmen then
    tk.rahmen = Geyser.Container:new({ name = "tk_rahmen", x = "-35%", y = 0, width = "35%", height = "100%" })
    local function konsole(name, y, hoehe)
      return Geyser.MiniConsole:new(
        { name = name, x = 0, y = y, width = "100%", height = hoehe, autoWrap = true, scrollBar = true }, tk.rahmen)
    end
    tk.tisch_fenster = konsole("tk_tisch", "0%", "40%")
    tk.blatt_fenster = konsole("tk_blatt", "40%", "15%")
    tk.kurier_fenster = konsole("tk_kurier", "55%", "45%")
  end
  tk.rahmen:show()
  tk.zeige()
end

function tk.zeige()
  if not tk.fenster_an or not tk.rahmen then return end
  tk.tisch_fenster:clear()
  tk.tisch_fenster:echo(tk.tisch_text() .. "\n" .. tk.dran_text() .. "\n")
  tk.blatt_fenster:clear()
  tk.blatt_fenster:echo(tk.blatt_text() .. "\n")
end

function tk.bei_dran()
  tk.zeige()
  local dran = gmcp.Tisch.Dran
  if dran.du and dran.nr ~= tk.zuletzt_dran then
    tk.zuletzt_dran = dran.nr
    spiele_ton()
    sag(tk.dran_text())
  end
end

function tk.bei_kurier()
  local rede = gmcp.Comm.Channel.Text
  local zeile = rede.channel .. ": " .. (rede.talker ~= "" and (rede.talker .. ": ") or "") .. rede.text
  tk.kurier_zeilen[#tk.kurier_zeilen + 1] = zeile
  if #tk.kurier_zeilen > KURIER_MAX then table.remove(tk.kurier_zeilen, 1) end
  if tk.fenster_an and tk.kurier_fenster then tk.kurier_fenster:echo(zeile .. "\n") end
end

-- Sagt dem Server, was dieses Paket hören will.
function tk.beginne()
  sendGMCP('Core.Supports.Add ["Char 1", "Room 1", "Comm.Channel 1", "Tisch 1"]')
  tk.baue()
end

function tk.starte()
  for _, id in ipairs(tk.handler) do killAnonymousEventHandler(id) end
  tk.handler = {
    registerAnonymousEventHandler("sysProtocolEnabled", function(_, protokoll)
      if protokoll == "GMCP" then tk.beginne() end
    end),
    registerAnonymousEventHandler("gmcp.Tisch.Info", tk.zeige),
    registerAnonymousEventHandler("gmcp.Tisch.Blatt", tk.zeige),
    registerAnonymousEventHandler("gmcp.Tisch.Dran", tk.bei_dran),
    registerAnonymousEventHandler("gmcp.Comm.Channel.Text", tk.bei_kurier),
  }
end

tk.starte()
