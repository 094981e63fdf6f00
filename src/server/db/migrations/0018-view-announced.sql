-- Deliveries --------------------------------------------------------------------------------------------

-- That a client has opened a document is shown in the list as well. Later looks leave `viewed_at` as it is, so that an
-- address that is opened all the time announces nothing.
create or replace trigger delivery_announces_change after update on delivery
  for each row when ((new.state, new.reason, new.viewed_at) is distinct from (old.state, old.reason, old.viewed_at))
  execute function announce_delivery();
