package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams and buckets of a cluster.
const (
	workStream   = "KAESHI_WORK"    // units that wait or are being run
	resultStream = "KAESHI_RESULTS" // results and dead letters of jobs that have not ended
	jobBucket    = "kaeshi_jobs"    // Record by job ID
	runBucket    = "kaeshi_runs"    // Progress by job ID, which is also the lease of its submitter
	workerBucket = "kaeshi_workers" // WorkerState by worker ID
	blobBucket   = "kaeshi_blobs"   // by SHA-256
)

// jobsKept is how long the record of a job is kept after its last change, and how long results are kept that are not
// fetched.
const jobsKept = 30 * 24 * time.Hour

// expireAfter is the number of missed heartbeats after which a worker or a submitter is removed.
const expireAfter = 4

// workSubject is the subject of a unit. There is one message per subject, so that a unit that waits is not queued
// again. A second copy of a slow unit has another subject.
func workSubject(job, unit string, duplicate int) string {
	return fmt.Sprintf("kaeshi.work.%s.%s.%d", job, unit, duplicate)
}

func workSubjects(job string) string { return "kaeshi.work." + job + ".>" }

// resultSubject is the subject of a unit's result. The stream keeps the first message of a subject and
// refuses others, so that a result counts once.
func resultSubject(job, unit string) string { return "kaeshi.result." + job + "." + unit }

func resultSubjects(job string) string { return "kaeshi.result." + job + ".*" }

// deadSubject is the subject of a unit's dead letter. Dead letters are kept after the end of their job, for inspection.
func deadSubject(job, unit string) string { return "kaeshi.dead." + job + "." + unit }

func deadSubjects(job string) string { return "kaeshi.dead." + job + ".*" }

// unitOf returns the ID of the unit whose result, dead letter or message of work has the subject.
func unitOf(subject string) string {
	fields := strings.Split(subject, ".")
	if len(fields) < 4 {
		return ""
	}
	return fields[3]
}

// jobChanges is the subject of all changes of records of jobs. The server sends each change to all subscribers after
// storing it. The subject has no wildcard, because ending a subscription to a wildcard takes the server a long time.
const jobChanges = "kaeshi.jobs"

// recordSubject is the subject under which the bucket stores the record of a job, or of any with "*".
func recordSubject(job string) string { return "$KV." + jobBucket + "." + job }

// drainSubject takes requests to drain a worker.
func drainSubject(worker string) string { return "kaeshi.worker." + worker + ".drain" }

// The headers of a result.
const (
	workerHeader  = "Kaeshi-Worker"
	elapsedHeader = "Kaeshi-Elapsed" // as time.Duration writes it
)

func (c *Client) streams() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: workStream, Subjects: []string{"kaeshi.work.>"}, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, Replicas: c.replicas,
		},
		{
			Name: resultStream, Subjects: []string{"kaeshi.result.>", "kaeshi.dead.>"}, MaxAge: jobsKept,
			Discard: jetstream.DiscardNew, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true, Replicas: c.replicas,
			AllowDirect: true,
		},
	}
}

func (c *Client) buckets() []jetstream.KeyValueConfig {
	alive := expireAfter * c.timing.Beat
	return []jetstream.KeyValueConfig{
		{
			Bucket: jobBucket, TTL: jobsKept, Replicas: c.replicas,
			RePublish: &jetstream.RePublish{Source: recordSubject("*"), Destination: jobChanges},
		},
		{Bucket: runBucket, TTL: alive, Storage: jetstream.MemoryStorage, Replicas: c.replicas},
		{Bucket: workerBucket, TTL: alive, Storage: jetstream.MemoryStorage, Replicas: c.replicas},
	}
}

// ensure makes the streams and buckets that are missing. A server may have lost them with its disk, and loses those in
// memory when it restarts.
func (c *Client) ensure(ctx context.Context) error {
	for _, config := range c.streams() {
		if _, err := c.js.Stream(ctx, config.Name); !errors.Is(err, jetstream.ErrStreamNotFound) {
			if err != nil {
				return err
			}
			continue
		}
		_, err := c.js.CreateStream(ctx, config)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("stream %s: %w", config.Name, err)
		}
	}
	for _, config := range c.buckets() {
		if err := c.ensureBucket(ctx, config); err != nil {
			return fmt.Errorf("bucket %s: %w", config.Bucket, err)
		}
	}
	_, err := c.js.ObjectStore(ctx, blobBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		_, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: blobBucket, Replicas: c.replicas})
	}
	if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	return c.replicate(ctx)
}

// replicate raises the number of replicas of streams and buckets that another client has made with fewer.
func (c *Client) replicate(ctx context.Context) error {
	if c.replicas == 1 {
		return nil
	}
	names := []string{workStream, resultStream, "OBJ_" + blobBucket}
	for _, bucket := range c.buckets() {
		names = append(names, "KV_"+bucket.Bucket)
	}
	for _, name := range names {
		stream, err := c.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		config := stream.CachedInfo().Config
		if config.Replicas >= c.replicas {
			continue
		}
		config.Replicas = c.replicas
		if _, err := c.js.UpdateStream(ctx, config); err != nil {
			return fmt.Errorf("stream %s: %w", name, err)
		}
	}
	return nil
}

// The codes of the errors about more replicas than the cluster has servers.
const (
	codeNoPeers      jetstream.ErrorCode = 10005 // servers are missing, perhaps because they are starting
	codeNotClustered jetstream.ErrorCode = 10074
)

// refused reports whether the server has refused a request with an error of a code.
func refused(err error, code jetstream.ErrorCode) bool {
	answer := (*jetstream.APIError)(nil)
	return errors.As(err, &answer) && answer.ErrorCode == code
}

func (c *Client) ensureBucket(ctx context.Context, config jetstream.KeyValueConfig) error {
	if _, err := c.js.KeyValue(ctx, config.Bucket); !errors.Is(err, jetstream.ErrBucketNotFound) {
		return err
	}
	if _, err := c.js.CreateKeyValue(ctx, config); err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	return nil
}

// lost reports whether an error means that a stream or bucket is missing, so that ensure may help.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
		errors.Is(err, jetstream.ErrNoStreamResponse)
}
