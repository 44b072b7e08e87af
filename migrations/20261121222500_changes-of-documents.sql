-- How much the documents of one tenancy may take together.
alter table organisation add column document_quota_megabytes integer not null default 1024
  check (document_quota_megabytes between 1 and 1000000);

-- What a document's page is told of in the bell.
alter table notifications add column document_id bigint references documents (id) on delete set null;
create index notifications_of_document on notifications (document_id) where document_id is not null;

-- The trash of a building, and of one person.
create index documents_in_trash_of_property on documents (property_id, trashed_at, id) where trashed_at is not null;
create index documents_in_trash_of_uploader on documents (created_by_id, trashed_at, id) where trashed_at is not null;
