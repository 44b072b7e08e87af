-- The building of the unit that somebody claims stands with the claim: a landlord's people are found by their buildings, and
-- not by looking at every unit.
alter table users add column claimed_property_id bigint;

create function claims_name_their_building() returns trigger language plpgsql as $$
begin
  new.claimed_property_id := (select property_id from units where id = new.claimed_unit_id);
  return new;
end $$;

create trigger claims_name_their_building before insert or update of claimed_unit_id on users
  for each row execute function claims_name_their_building();

update users u set claimed_property_id = un.property_id from units un where un.id = u.claimed_unit_id;

alter table users add constraint users_claim_in_building_fkey
  foreign key (claimed_unit_id, claimed_property_id) references units (id, property_id);
create index users_claiming_in on users (claimed_property_id, id) where claimed_property_id is not null;
