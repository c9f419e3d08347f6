#!/usr/bin/env python3
"""Check a certificate of an Othello score: python3 verify.py FILE.kproof

The format is described in proofs.md. This program was written from that page and uses only the standard library.
It prints the claim and exits with status 0 if the file proves it and 3 if it does not.
"""
import gzip
import hashlib
import json
import sys
import zlib


class Wrong(Exception):
    """The file is not a valid proof."""


class Board:
    """The rules on n × n squares. A position is (discs of the side to move, discs of the other side), sets of bits."""

    def __init__(self, n):
        self.n, self.squares, self.all = n, n * n, (1 << n * n) - 1
        steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        self.rays = [[self.ray(square, *step) for step in steps] for square in range(self.squares)]
        places = [divmod(square, n) for square in range(self.squares)]
        turns = [[(r, c) for r, c in places], [(r, n - 1 - c) for r, c in places],
                 [(n - 1 - r, c) for r, c in places], [(n - 1 - r, n - 1 - c) for r, c in places]]
        self.images = [[r * n + c for r, c in turn] for turn in turns]
        self.images += [[c * n + r for r, c in turn] for turn in turns]

    def ray(self, square, dr, dc):
        """The squares in a direction from a square, nearest first, as bits."""
        r, c = square // self.n + dr, square % self.n + dc
        bits = []
        while 0 <= r < self.n and 0 <= c < self.n:
            bits.append(1 << r * self.n + c)
            r, c = r + dr, c + dc
        return bits

    def play(self, mover, other, square):
        """The position after a move, or None if the rules do not allow it."""
        if square >= self.squares or (mover | other) >> square & 1:
            return None
        flips = 0
        for ray in self.rays[square]:
            line = 0
            for bit in ray:
                if not other & bit:
                    flips |= line if mover & bit else 0
                    break
                line |= bit
        return (other & ~flips, mover | flips | 1 << square) if flips else None

    def moves(self, mover, other):
        """The positions after each legal move."""
        return [after for square in range(self.squares) if (after := self.play(mover, other, square))]

    def score(self, mover, other):
        """The result of a finished game for the side to move: the empty squares count for the winner."""
        mine, theirs = mover.bit_count(), other.bit_count()
        return self.squares - 2 * theirs if mine > theirs else 2 * mine - self.squares if mine < theirs else 0

    def reaches(self, mover, other, target):
        """Whether the side to move scores at least target, by a plain search to the end of the game."""
        if after := self.moves(mover, other):
            return any(not self.reaches(*p, 1 - target) for p in after)
        if self.moves(other, mover):
            return not self.reaches(other, mover, 1 - target)
        return self.score(mover, other) >= target

    def key(self, empty, prover):
        """The smallest of the eight images of (empty squares, discs of the prover)."""
        return min(tuple(sum(1 << to for square, to in enumerate(image) if bits >> square & 1)
                         for bits in (empty, prover)) for image in self.images)


class Checker:
    """Checks a file. data is its uncompressed contents."""

    def __init__(self, data):
        self.data, self.at = data[:-32], 0
        if hashlib.sha256(self.data).digest() != data[-32:]:
            raise Wrong("the checksum does not match the contents")
        head = self.line()
        if head["schema"] != "kaeshi/proof/1" or head["rules"] != "othello" or not 4 <= head["leaf"] <= 12:
            raise Wrong("not a kaeshi/proof/1 file of othello with leaves of 4 to 12")
        self.claim, self.leaf, self.count = head["claim"], head["leaf"], 0
        self.value = head["value"]
        self.board, self.root, self.prover, self.target = self.read(head)
        self.assumed, self.proved = {}, set()
        for _ in range(head["assumptions"]):
            board, position, prover, value = self.read(self.line())
            if board.n != self.board.n:
                raise Wrong("an assumption has another board size")
            node = self.node(*position, prover)
            self.assumed[node] = max(value, self.assumed.get(node, value))
        last = self.leaf
        for group in head["groups"]:
            if not last < group["empty"] <= self.board.squares - (self.root[0] | self.root[1]).bit_count():
                raise Wrong(f"groups out of order: {group}")
            last = group["empty"]
            new = self.group(last, group["prover"], True) + self.group(last, group["opponent"], False)
            self.proved.update(new)  # after the group: nodes depend only on earlier groups
            self.count += len(new)
        if self.at != len(self.data):
            raise Wrong("unexpected data after the nodes")
        self.holds(*self.root, self.prover)

    def line(self):
        """Read a line of JSON."""
        start, self.at = self.at, self.data.index(b"\n", self.at) + 1
        return json.loads(self.data[start:self.at])

    def number(self):
        """Read a number: seven bits a byte, the lowest first; the last byte has no high bit."""
        start = self.at
        while self.data[self.at] > 127:
            self.at += 1
        self.at += 1
        return sum((byte & 127) << 7 * i for i, byte in enumerate(self.data[start:self.at]))

    def read(self, claim):
        """The board and position of a claim, whether the prover is to move, and the value that the prover reaches."""
        squares, side = claim["position"].split(" ")
        known = side in ("X", "O") and set(squares) <= set("XO-") and claim["claim"] in ("at least", "at most")
        if not known or not isinstance(claim["value"], int):
            raise Wrong(f"invalid claim: {claim}")
        mover = sum(1 << i for i, c in enumerate(squares) if c == side)
        other = sum(1 << i for i, c in enumerate(squares) if c not in (side, "-"))
        prover = claim["claim"] == "at least"
        return (Board({16: 4, 36: 6, 64: 8}[len(squares)]), (mover, other), prover,
                claim["value"] if prover else -claim["value"])

    def group(self, empties, count, prover):
        """Read and check count nodes with the prover or the opponent to move; return them."""
        nodes, key = [], (0, 0)
        for _ in range(count):
            step, number = self.number(), self.number()
            last, empty = key, key[0] + step
            occupied = [s for s in range(self.board.squares) if not empty >> s & 1]
            if step == 0:  # the discs are a difference too
                number += sum(1 << i for i, s in enumerate(occupied) if last[1] >> s & 1)
            key = empty, sum(1 << s for i, s in enumerate(occupied) if number >> i & 1)
            if empty.bit_count() != empties or empty > self.board.all or number >> len(occupied):
                raise Wrong(f"a node of the group with {empties} empty squares is invalid")
            if nodes and key <= last or key != self.board.key(*key):
                raise Wrong(f"the nodes of {empties} empty squares are out of order")
            nodes.append((key, prover))
            mine, after = key[1], (self.board.all & ~(key[0] | key[1]), key[1])
            if prover:
                after = self.board.play(mine, after[0], self.data[self.at])
                self.at += 1
            if not after:
                raise Wrong(f"a move at {empties} empty squares is not legal")
            self.answered(*after)
        return nodes

    def node(self, mover, other, prover):
        """The key of a position, and whether the prover is to move."""
        return self.board.key(self.board.all & ~(mover | other), mover if prover else other), prover

    def answered(self, mover, other):
        """Check that every move of the opponent leads to a proved position."""
        moves = self.board.moves(mover, other)
        if not moves:
            self.holds(mover, other, False)
        elif not self.settled(mover, other, False):
            for after in moves:
                self.holds(*after, True)

    def holds(self, mover, other, prover):
        """Check that a position is settled or a node of an earlier group."""
        if not self.board.moves(mover, other) and self.board.moves(other, mover):
            mover, other, prover = other, mover, not prover
        if not self.settled(mover, other, prover) and self.node(mover, other, prover) not in self.proved:
            raise Wrong(f"a position is not proved: {self.node(mover, other, prover)}")

    def settled(self, mover, other, prover):
        """Whether the position is a finished game, assumed or a leaf; raises Wrong if the prover misses the target."""
        if self.board.moves(mover, other) or self.board.moves(other, mover):
            if self.assumed and self.assumed.get(self.node(mover, other, prover), self.target - 1) >= self.target:
                return True
            if self.board.squares - (mover | other).bit_count() > self.leaf:
                return False
        if self.board.reaches(mover, other, self.target if prover else 1 - self.target) != prover:
            raise Wrong("the prover misses the value in a leaf or a finished game")
        return True


def main():
    """Check the file named on the command line."""
    try:
        with gzip.open(sys.argv[1]) as file:
            checker = Checker(file.read())
    except (Wrong, gzip.BadGzipFile, zlib.error, EOFError, LookupError, RecursionError, TypeError, ValueError) as err:
        return f"not proved: {err}", 3
    except OSError as err:
        return str(err), 1
    kind = f"assuming {len(checker.assumed)} claims" if checker.assumed else "proved"
    return f"{kind}: {checker.claim} {checker.value:+d}; {checker.count} positions", 0


if __name__ == "__main__":
    TEXT, STATUS = main()
    print(TEXT, file=sys.stderr if STATUS == 1 else sys.stdout)
    sys.exit(STATUS)
