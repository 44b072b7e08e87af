-- The papers of a tenancy and of a unit are counted without reading one of them.
create index documents_counted_by_lease on documents (lease_id, id) include (visibility, type, property_id, unit_id, created_by_id)
  where trashed_at is null and lease_id is not null;
create index documents_counted_by_unit on documents (unit_id, id) include (visibility, type, property_id, lease_id, created_by_id)
  where trashed_at is null and unit_id is not null;
