package online

import "slices"

// Subscription informs an event stream about changes of a game. The caller must call [Subscription.Close].
type Subscription struct {
	// Changed receives a value when the game has changed since the last one. It is closed when the subscription ends,
	// because the game was deleted, the server closes, or the player opened too many further streams.
	Changed <-chan struct{}

	changed chan struct{}
	room    *room
	games   *Games
	person  Person
	ended   bool
}

// Watch subscribes the holder of a key, or without a key a viewer, to a game.
func (g *Games) Watch(id, key string) (*Subscription, error) {
	person, err := g.PersonOf(id, key)
	if err != nil {
		return nil, err
	}
	r, err := g.find(id)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var own []*Subscription
	for _, s := range r.streams {
		if s.person == person {
			own = append(own, s)
		}
	}
	switch {
	case r.deleted:
		return nil, ErrNotFound
	case person == Viewer && len(own) >= MaxViewers:
		return nil, ErrViewers
	case person != Viewer && len(own) >= MaxPerKey:
		r.end(own[0]) // probably a broken connection
	}
	c := make(chan struct{}, 1)
	s := &Subscription{Changed: c, changed: c, room: r, games: g, person: person}
	r.streams = append(r.streams, s)
	r.notify()
	return s, nil
}

// View returns the state of the game.
func (s *Subscription) View() View {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	return s.room.view(s.games.now())
}

// Person returns the role of the subscriber.
func (s *Subscription) Person() Person { return s.person }

// Close ends the subscription.
func (s *Subscription) Close() {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if !s.ended {
		s.room.end(s)
		s.room.notify()
	}
}

// end ends a subscription. The caller holds mu.
func (r *room) end(s *Subscription) {
	s.ended = true
	close(s.changed)
	r.streams = slices.DeleteFunc(r.streams, func(one *Subscription) bool { return one == s })
}

// notify informs all subscribers. The caller holds mu.
func (r *room) notify() {
	for _, s := range r.streams {
		select {
		case s.changed <- struct{}{}:
		default: // the subscriber has not read the state since the last change
		}
	}
}

// close ends all subscriptions and the timer of a room.
func (r *room) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deleted = true
	if r.stop != nil {
		r.stop()
		r.stop = nil
	}
	for len(r.streams) > 0 {
		r.end(r.streams[0])
	}
}
