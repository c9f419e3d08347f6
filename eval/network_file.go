package eval

import (
	"encoding/binary"
	"fmt"
	"io"
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

// readNetwork reads a network in the format of write.
func readNetwork(r io.Reader, phases int) (*Network, error) {
	begin := make([]byte, 4+phases)
	if _, err := io.ReadFull(r, begin); err != nil {
		return nil, err
	}
	if begin[0] != Accumulators || begin[1] != Hidden {
		return nil, fmt.Errorf("rows of %d numbers and %d neurons: want %d and %d", begin[0], begin[1],
			Accumulators, Hidden)
	}
	sets := begin[3]
	if int(sets) > phases {
		return nil, fmt.Errorf("%d row sets: want at most %d, the number of phases", sets, phases)
	}
	n := &Network{Most: begin[2], RowsOf: begin[4:], Heads: make([]Head, phases)}
	columns := make([]byte, Accumulators*Parameters())
	for range sets {
		if _, err := io.ReadFull(r, columns); err != nil {
			return nil, err
		}
		n.Rows = append(n.Rows, byRow(columns))
	}
	return n, binary.Read(r, binary.LittleEndian, n.Heads)
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

// byRow is the inverse of byColumn.
func byRow(columns []byte) []int8 {
	n := len(columns) / Accumulators
	rows := make([]int8, len(columns))
	for i := range rows {
		rows[i] = int8(columns[i%Accumulators*n+i/Accumulators])
	}
	return rows
}
