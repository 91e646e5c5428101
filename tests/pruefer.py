#!/usr/bin/env python3
"""Checks records of Olegs Russisch Poker without the server's help.

    tests/pruefer.py DATEI ...

Written from docs/regeln.md (part 2), docs/protokoll.md and docs/siegel.md alone, and shares nothing with the server:
where both judge alike, two readings of the same pages agree. Exit code 0: all in order; 1: the first fault of each
file is named with its line; 2: wrong usage.
"""

import hashlib
import json
import sys

SUITS, RANKS = "KHPX", ["7", "8", "9", "10", "B", "D", "K", "A"]
DECK = [suit + rank for suit in SUITS for rank in RANKS]
JOKER = "P7"
EVENTS = {"deal", "bid", "play", "trick", "score", "end"}
# R2, R5, R6, R7, R18, R19, R22; every other setting of a room is none of a record's business.
RULES = {
    "rundenverlauf": "abschnitt",
    "letzter_darf_aufgehen": False,
    "pik7_hoch_bedienen": "frei",
    "pik7_zaehlt_als_pik": False,
    "ueberstechen_pflicht": False,
    "abrechnung": "abstand",
    "rest_an": "bestplatzierte",
    "haus_promille": 0,
}


class Fault(Exception):
    """What is wrong with a line."""


def need(condition, text):
    if not condition:
        raise Fault(text)


def cards_in_round(rules, number, rounds):
    """R2."""
    end = rounds + 1 if rules["rundenverlauf"] == "zelt" else 19
    return min(number, end - number, 8)


def led_suit(rules, first):
    """What the first throw of a trick demands; None: nothing (R6, R11)."""
    card, joker = first
    if card == JOKER and joker == "hoch":
        return {"frei": None, "pik": "P", "karo": "K"}[rules["pik7_hoch_bedienen"]]
    return card[0]


def may_play(rules, hand, trick, card):
    """Follow suit, else Karo, else anything; the Pik 7 at any time (R7, R9, R10)."""
    if card == JOKER or not trick:
        return True
    suit = led_suit(rules, trick[0])
    if suit is None:
        return True
    counts = rules["pik7_zaehlt_als_pik"]
    following = [c for c in hand if c[0] == suit and (c != JOKER or counts)]
    if following:
        return card[0] == suit
    return card[0] == "K" or not any(c[0] == "K" for c in hand)


def winner(rules, trick):
    """Index of the throw that wins: Pik 7 hoch, else the highest Karo, else the highest of the led suit (R8, R11)."""
    for i, (card, joker) in enumerate(trick):
        if card == JOKER and joker == "hoch":
            return i
    suit = "K" if any(card[0] == "K" for card, _ in trick) else led_suit(rules, trick[0])
    of_suit = [i for i, (card, _) in enumerate(trick) if card[0] == suit]
    return max(of_suit, key=lambda i: RANKS.index(trick[i][0][1:]))


def points(bid, made):
    """R15."""
    if made == bid:
        return 5 * (bid + 1)
    return made if made > bid else -5 * (bid - made)


def payout(rules, stake, totals, first):
    """What each seat gets and what the house keeps (R18 to R22)."""
    if len(set(totals)) == 1:
        return [stake] * 4, 0
    whole = 4 * stake
    house = whole * rules["haus_promille"] // 1000
    lowest = min(totals)
    weights = [t - lowest for t in totals]
    if rules["abrechnung"] == "anteil":
        shares = [0 if t == lowest else max(0, t) for t in totals]
        weights = shares if any(shares) else weights
    paid = [(whole - house) * w // sum(weights) for w in weights]
    rest = whole - house - sum(paid)
    if rules["rest_an"] == "haus":
        return paid, house + rest
    ranking = sorted(range(4), key=lambda i: (-totals[i], (i - first) % 4))
    for i in [i for i in ranking if weights[i] > 0][:rest]:
        paid[i] += 1
    return paid, house


def leaf(salt, pos, card):
    return hashlib.sha256(b"\0" + salt + pos.to_bytes(2, "big") + card.encode()).digest()


def root(count, opened):
    """The seal of a deal, from one opened position."""
    value, index, width = leaf(bytes.fromhex(opened["salt"]), opened["pos"], opened["card"]), opened["pos"], count
    proof = [bytes.fromhex(h) for h in opened["proof"]]
    while width > 1:
        if index ^ 1 < width:
            need(proof, "Der Beweis ist zu kurz.")
            pair = (value, proof.pop(0)) if index % 2 == 0 else (proof.pop(0), value)
            value = hashlib.sha256(b"\1" + pair[0] + pair[1]).digest()
        index, width = index // 2, (width + 1) // 2
    need(not proof, "Der Beweis ist zu lang.")
    return value.hex()


class Game:
    """One game, line by line."""

    def __init__(self, start):
        need(start.get("ev") == "start", "Die erste Zeile muss start sein.")
        need(start["game"] == "russisch-poker", "Das ist kein Russisch Poker.")
        need(len(start["seats"]) == 4, "Es müssen vier Plätze sein.")
        given = start.get("rules", {})
        self.rules = {key: given.get(key, value) for key, value in RULES.items()}
        need(not self.rules["ueberstechen_pflicht"], "ueberstechen_pflicht prüft dieses Programm nicht.")
        self.stake, self.rounds, self.first = start["stake"], start["rounds"], start["first"]
        low, high = given.get("runden_min", 5), given.get("runden_max", 18)
        need(low <= self.rounds <= high, "Diese Zahl von Runden gibt es nicht.")
        need(self.first in range(4), "Den ersten Platz gibt es nicht.")
        need(self.stake >= given.get("einsatz_min", 1), "Der Einsatz ist zu klein.")
        if "offers" in start:
            need(min(start["offers"]) == self.stake, "Der Einsatz ist nicht das niedrigste Gebot.")
        self.totals, self.round, self.expect = [0] * 4, 0, "deal"
        self.seal, self.order = None, {}

    def take(self, line):
        """One line after the first; unknown events are passed over."""
        event = line.get("ev")
        if event == "seal":
            self.seal, self.order = (line["root"], line.get("cards", len(DECK))), {}
        elif event == "open" and "pos" in line:
            self.open(line)
        elif event in EVENTS:
            need(event == self.expect, f"Hier steht {event}, es fehlt {self.expect}.")
            getattr(self, event)(line)

    def open(self, line):
        need(self.seal is not None, "Hier ist nichts versiegelt.")
        need(root(self.seal[1], line) == self.seal[0], "Die Karte passt nicht zum Siegel.")
        dealt = self.count * 4
        if line["pos"] < dealt:
            seat = (self.starter + line["pos"]) % 4
            need(line["card"] in self.dealt[seat], "Diese Karte hat ein anderer bekommen.")
        else:
            need(not any(line["card"] in hand for hand in self.dealt), "Diese Karte lag nicht im Rest.")

    def deal(self, line):
        self.round += 1
        need(line["round"] == self.round, "Die Runde ist nicht an der Reihe.")
        self.count = cards_in_round(self.rules, self.round, self.rounds)
        self.starter = (self.first + self.round - 1) % 4
        need(line["cards"] == self.count, f"Es sind {self.count} Karten.")
        need(line["starter"] == self.starter, f"Es eröffnet Platz {self.starter}.")
        hands = line["hands"]
        need(len(hands) == 4 and all(len(h) == self.count for h in hands), "Ein Blatt ist falsch lang.")
        dealt = [card for hand in hands for card in hand]
        need(set(dealt) <= set(DECK) and len(set(dealt)) == len(dealt), "Eine Karte ist doppelt oder keine.")
        self.dealt = [set(h) for h in hands]
        self.hands = [set(h) for h in hands]
        self.bids, self.made, self.thrown, self.turn = {}, [0] * 4, [], self.starter
        self.expect = "bid"

    def bid(self, line):
        need(line["seat"] == self.turn, f"Dran ist Platz {self.turn}.")
        need(line["bid"] in range(self.count + 1), "So viele Stiche gibt es nicht.")
        last = len(self.bids) == 3 and not self.rules["letzter_darf_aufgehen"]
        need(not last or sum(self.bids.values()) + line["bid"] != self.count, "Der Letzte darf nicht aufgehen.")
        self.bids[self.turn] = line["bid"]
        self.turn = (self.turn + 1) % 4
        if len(self.bids) == 4:
            self.expect = "play"

    def play(self, line):
        seat, card, joker = line["seat"], line["card"], line.get("joker")
        need(seat == self.turn, f"Dran ist Platz {self.turn}.")
        need(card in self.hands[seat], f"{card} hat Platz {seat} nicht.")
        need((card == JOKER) == (joker is not None), "joker steht bei P7 und nur dort.")
        need(joker in (None, "hoch", "niedrig"), "joker ist hoch oder niedrig.")
        need(may_play(self.rules, self.hands[seat], self.thrown, card), f"{card} ist hier nicht erlaubt.")
        self.hands[seat].remove(card)
        self.thrown.append((card, joker))
        self.turn = (seat + 1) % 4
        if len(self.thrown) == 4:
            self.expect = "trick"

    def trick(self, line):
        seat = (self.turn + winner(self.rules, self.thrown)) % 4
        need(line["winner"] == seat, f"Den Stich gewinnt Platz {seat}.")
        self.made[seat] += 1
        self.thrown, self.turn = [], seat
        self.expect = "play" if any(self.hands) else "score"

    def score(self, line):
        scored = [points(self.bids[i], self.made[i]) for i in range(4)]
        self.totals = [a + b for a, b in zip(self.totals, scored)]
        need(line["round"] == self.round, "Die Runde stimmt nicht.")
        need(line["points"] == scored, f"Die Punkte sind {scored}.")
        need(line["totals"] == self.totals, f"Die Summen sind {self.totals}.")
        self.expect = "end" if self.round == self.rounds else "deal"

    def end(self, line):
        paid, house = payout(self.rules, self.stake, self.totals, self.first)
        need(line["totals"] == self.totals, f"Die Summen sind {self.totals}.")
        need(line["payout"] == paid, f"Ausgezahlt wird {paid}.")
        need(line.get("house", 0) == house, f"Das Haus behält {house}.")
        need(sum(paid) + house == 4 * self.stake, "Es geht Geld verloren.")
        self.expect = "nichts mehr"


def check(path):
    """Raises Fault with the line's number in front."""
    game = None
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                if text.strip():
                    line = json.loads(text)
                    if game is None:
                        game = Game(line)
                    else:
                        game.take(line)
            except (Fault, KeyError, ValueError, TypeError, AttributeError) as fault:
                raise Fault(f"Zeile {number}: {fault!r}" if not isinstance(fault, Fault) else f"Zeile {number}: {fault}")
    need(game is not None and game.expect == "nichts mehr", "Die Aufzeichnung hört mitten im Spiel auf.")


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    bad = 0
    for path in paths:
        try:
            check(path)
        except (Fault, OSError) as fault:
            bad += 1
            print(f"{path}: {fault}", file=sys.stderr)
    print(f"{len(paths)} Aufzeichnungen geprüft, {bad} davon nicht in Ordnung.")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
