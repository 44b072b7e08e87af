-- Finds the people a landlord has to do with from the buildings, without reading everybody.
create index lease_members_of_property on lease_members (property_id, user_id);
create index users_of_all_buildings on users (id) where all_buildings;
