package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/kaeshi/kaeshi/internal/disk"
)

// BlobID returns the ID of a blob: its SHA-256.
func BlobID(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// PutBlob stores a blob, such as weights, unless the cluster has it, and returns its ID.
func (c *Client) PutBlob(ctx context.Context, b []byte) (id string, err error) {
	id = BlobID(b)
	return id, c.retry(ctx, func() error {
		store, err := c.js.ObjectStore(ctx, blobBucket)
		if err != nil {
			return err
		}
		if _, err := store.GetInfo(ctx, id); !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		_, err = store.PutBytes(ctx, id, b)
		return err
	})
}

// Cache keeps the blobs that a worker needs, in a folder or in memory. It is safe for concurrent use.
type Cache struct {
	dir string

	mu    sync.Mutex // held while a blob is fetched, so that it is fetched once
	blobs map[string][]byte
}

// NewCache returns a cache in a folder, which is made if it is missing, or in memory if dir is empty.
func NewCache(dir string) (*Cache, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return &Cache{dir: dir, blobs: map[string][]byte{}}, nil
}

// get returns the blob with the ID. The bytes must not be changed.
func (k *Cache) get(ctx context.Context, c *Client, id string) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if b, ok := k.blobs[id]; ok {
		return b, nil
	}
	if sum, err := hex.DecodeString(id); err != nil || len(sum) != sha256.Size {
		return nil, fmt.Errorf("blob %q: want the 64 hexadecimal digits of a SHA-256", id)
	}
	b, err := k.read(id)
	if err != nil {
		if b, err = c.fetchBlob(ctx, id); err != nil {
			return nil, err
		}
		k.write(id, b)
	}
	k.blobs[id] = b
	return b, nil
}

var errNotCached = errors.New("the cache does not hold the blob")

// read returns a blob of the folder. A file that was damaged counts as missing.
func (k *Cache) read(id string) ([]byte, error) {
	if k.dir == "" {
		return nil, errNotCached
	}
	b, err := os.ReadFile(filepath.Join(k.dir, id))
	if err == nil && BlobID(b) != id {
		err = errNotCached
	}
	return b, err
}

// write stores a blob in the folder, which several workers may share. If that fails, as on a full disk, the blob stays
// in memory, and the next worker fetches it again.
func (k *Cache) write(id string, b []byte) {
	if k.dir == "" {
		return
	}
	f, err := disk.CreateTemp(k.dir, id+".*.part")
	if err != nil {
		return
	}
	_, err = f.Write(b)
	if err = errors.Join(err, f.Close()); err == nil {
		err = disk.Rename(f.Name(), filepath.Join(k.dir, id))
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the disk may have failed
	}
}

func (c *Client) fetchBlob(ctx context.Context, id string) ([]byte, error) {
	store, err := c.js.ObjectStore(ctx, blobBucket)
	if err != nil {
		return nil, err
	}
	b, err := store.GetBytes(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("blob %s: %w", id, err)
	}
	if found := BlobID(b); found != id {
		return nil, fmt.Errorf("blob %s: the cluster returned one with the SHA-256 %s", id, found)
	}
	return b, nil
}
