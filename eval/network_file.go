package eval

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// write writes the network in the format of weights files.
func (n *Network) write(w io.Writer) error {
	if _, err := w.Write(append([]byte{Accumulators, Hidden, n.Most, byte(len(n.Rows))}, n.RowsOf...)); err != nil {
		return err
	}
	for _, rows := range n.Rows {
		if _, err := w.Write(byColumn(rows)); err != nil {
			return err
		}
	}
	return binary.Write(w, binary.LittleEndian, n.Heads)
}

// readNetwork reads a network in the format of write and calls added for each of its row sets.
func readNetwork(in *inflater, phases int, added func(rows []int8)) (*Network, error) {
	begin, err := in.next(4 + phases)
	if err != nil {
		return nil, err
	}
	if begin[0] != Accumulators || begin[1] != Hidden {
		return nil, fmt.Errorf("rows of %d numbers and %d neurons: want %d and %d", begin[0], begin[1],
			Accumulators, Hidden)
	}
	sets := int(begin[3])
	if sets > phases {
		return nil, fmt.Errorf("%d row sets: want at most %d, the number of phases", sets, phases)
	}
	n := &Network{Most: begin[2], RowsOf: slices.Clone(begin[4:]), Heads: make([]Head, phases)}
	for range sets {
		rows, err := readRows(in)
		if err != nil {
			return nil, err
		}
		n.Rows = append(n.Rows, rows)
		added(rows)
	}
	heads, err := in.next(binary.Size(n.Heads))
	if err != nil {
		return nil, err
	}
	if _, err := binary.Decode(heads, binary.LittleEndian, n.Heads); err != nil {
		return nil, err
	}
	return n, n.check(phases)
}

// readRows reads a row set, which is stored by column.
func readRows(in *inflater) ([]int8, error) {
	rows := make([]int8, Accumulators*Parameters())
	for k := range Accumulators {
		column, err := in.next(Parameters())
		if err != nil {
			return nil, err
		}
		to := rows[k:]
		for i, x := range column {
			to[i*Accumulators] = int8(x)
		}
	}
	return rows, nil
}

// byColumn returns the rows in column order, which compresses better.
func byColumn(rows []int8) []byte {
	n := len(rows) / Accumulators
	columns := make([]byte, len(rows))
	for i, x := range rows {
		columns[i%Accumulators*n+i/Accumulators] = byte(x)
	}
	return columns
}
