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

sys.setrecursionlimit(10000)


class Wrong(Exception):
    """The file is not a valid proof."""


class Board:
    """The rules on n × n squares. A position is (discs of the side to move, discs of the other side), sets of bits."""

    def __init__(self, n):
        self.n, self.all = n, (1 << n * n) - 1
        self.rays = []  # by square: the squares in each of eight directions, nearest first
        for square in range(n * n):
            rays = []
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                r, c, ray = square // n + dr, square % n + dc, []
                while 0 <= r < n and 0 <= c < n:
                    ray.append(1 << r * n + c)
                    r, c = r + dr, c + dc
                if len(ray) > 1:
                    rays.append(ray)
            self.rays.append(rays)
        self.images = []  # by symmetry: where each square goes
        for symmetry in range(8):
            image = []
            for square in range(n * n):
                r, c = divmod(square, n)
                c = n - 1 - c if symmetry & 1 else c
                r = n - 1 - r if symmetry & 2 else r
                image.append(c * n + r if symmetry & 4 else r * n + c)
            self.images.append(image)

    def play(self, mover, other, square):
        """The position after a move, or None if the rules do not allow it."""
        if square >= self.n * self.n or (mover | other) >> square & 1:
            return None
        turned = 0
        for ray in self.rays[square]:
            line = 0
            for bit in ray:
                if other & bit:
                    line |= bit
                    continue
                if mover & bit:
                    turned |= line
                break
        return (other & ~turned, mover | turned | 1 << square) if turned else None

    def moves(self, mover, other):
        """The positions after each legal move."""
        after = (self.play(mover, other, s) for s in range(self.n * self.n) if not (mover | other) >> s & 1)
        return [p for p in after if p]

    def empties(self, mover, other):
        return self.n * self.n - bin(mover | other).count("1")

    def score(self, mover, other):
        """The result of a finished game for the side to move: the empty squares count for the winner."""
        mine, theirs, squares = bin(mover).count("1"), bin(other).count("1"), self.n * self.n
        return squares - 2 * theirs if mine > theirs else 2 * mine - squares if mine < theirs else 0

    def reaches(self, mover, other, target):
        """Whether the side to move scores at least target, by a plain search to the end of the game."""
        after = self.moves(mover, other)
        if not after:
            if not self.moves(other, mover):
                return self.score(mover, other) >= target
            return not self.reaches(other, mover, 1 - target)
        return any(not self.reaches(*p, 1 - target) for p in after)

    def key(self, empty, prover):
        """The smallest of the eight images of (empty squares, discs of the prover)."""
        def image(symmetry, bits):
            return sum(1 << to for square, to in enumerate(self.images[symmetry]) if bits >> square & 1)
        return min((image(s, empty), image(s, prover)) for s in range(8))


class Checker:
    """Checks a file. data is its uncompressed contents."""

    def __init__(self, data):
        self.data, self.at = data[:-32], 0
        if hashlib.sha256(self.data).digest() != data[-32:]:
            raise Wrong("the checksum does not match the contents")
        head = self.line()
        self.claim, self.value, self.leaf = head["claim"], head["value"], head["leaf"]
        if head["schema"] != "kaeshi/proof/1" or head["rules"] != "othello" or not 4 <= self.leaf <= 12:
            raise Wrong("not a kaeshi/proof/1 file of othello with leaves of 4 to 12")
        self.board, self.root, self.prover, self.target = self.read(head)
        self.assumed = {}
        for _ in range(head["assumptions"]):
            board, position, prover, value = self.read(self.line())
            node = self.node(*position, prover)
            if board.n != self.board.n:
                raise Wrong("an assumption has another board size")
            self.assumed[node] = max(value, self.assumed.get(node, -99))
        self.proved, self.count, last = set(), 0, self.leaf
        for group in head["groups"]:
            if not last < group["empty"] <= self.board.empties(*self.root):
                raise Wrong(f"groups out of order: {group}")
            last = group["empty"]
            new = self.group(last, group["prover"], True) | self.group(last, group["opponent"], False)
            self.proved |= new  # after the group: nodes depend only on earlier groups
        if self.at != len(self.data):
            raise Wrong("unexpected data after the nodes")
        self.holds(*self.root, self.prover)

    def line(self):
        end = self.data.index(b"\n", self.at)
        text, self.at = self.data[self.at:end], end + 1
        return json.loads(text)

    def number(self):
        n, shift = 0, 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    def read(self, claim):
        """The board and position of a claim, whether the prover is to move, and the value that the prover reaches."""
        squares, side = claim["position"].split(" ")
        n = {16: 4, 36: 6, 64: 8}[len(squares)]
        if side not in ("X", "O") or set(squares) - set("XO-") or claim["claim"] not in ("at least", "at most"):
            raise Wrong(f"invalid claim: {claim}")
        mover = sum(1 << i for i, c in enumerate(squares) if c == side)
        other = sum(1 << i for i, c in enumerate(squares) if c != side and c != "-")
        prover = claim["claim"] == "at least"
        return Board(n), (mover, other), prover, claim["value"] if prover else -claim["value"]

    def group(self, empties, count, prover):
        """Read and check count nodes with the prover or the opponent to move; return their keys."""
        keys, empty, discs = set(), 0, 0
        for _ in range(count):
            step, number = self.number(), self.number()
            empty, discs = empty + step, discs + number if step == 0 else number
            free = [s for s in range(self.board.n ** 2) if not empty >> s & 1]
            mine = sum(1 << s for i, s in enumerate(free) if discs >> i & 1)
            key = empty, mine
            theirs = self.board.all & ~(empty | mine)
            if bin(empty).count("1") != empties or empty > self.board.all or discs >> len(free):
                raise Wrong(f"a node of the group with {empties} empty squares is invalid")
            if keys and key <= latest or key != self.board.key(*key):
                raise Wrong(f"the nodes of {empties} empty squares are out of order")
            keys.add((key, prover))
            latest = key
            if not prover:
                self.answered(theirs, mine)
                continue
            after = self.board.play(mine, theirs, self.data[self.at])
            self.at += 1
            if not after:
                raise Wrong(f"a move at {empties} empty squares is not legal")
            self.answered(*after)
        self.count += count
        return keys

    def node(self, mover, other, prover):
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
            raise Wrong(f"a position of {self.board.empties(mover, other)} empty squares is not proved")

    def settled(self, mover, other, prover):
        """Whether the position is a finished game, assumed or a leaf; raises Wrong if the prover misses the target."""
        over = not self.board.moves(mover, other) and not self.board.moves(other, mover)
        if not over and self.assumed and self.assumed.get(self.node(mover, other, prover), -99) >= self.target:
            return True
        if not over and self.board.empties(mover, other) > self.leaf:
            return False
        if self.board.reaches(mover, other, self.target if prover else 1 - self.target) != prover:
            raise Wrong("the prover loses the claim in a leaf or a finished game")
        return True


def main():
    """Check the file named on the command line."""
    try:
        with gzip.open(sys.argv[1]) as file:
            checker = Checker(file.read())
    except OSError as err:
        if not isinstance(err, gzip.BadGzipFile):
            print(err, file=sys.stderr)
            return 1
        print(f"not proved: {err}")
        return 3
    except (Wrong, zlib.error, EOFError, IndexError, KeyError, TypeError, ValueError) as err:
        print(f"not proved: {err}")
        return 3
    kind = f"assuming {len(checker.assumed)} claims" if checker.assumed else "proved"
    print(f"{kind}: {checker.claim} {checker.value:+d}; {checker.count} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
