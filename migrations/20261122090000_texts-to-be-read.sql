-- How often it is still tried to read the text of a file; 0 when there is nothing to read. The job that reads takes the next one
-- from here: as a job each, thousands of them made every look for any other job walk past them all.
alter table document_files add column text_tries_left smallint not null default 0 check (text_tries_left >= 0);
create index document_files_to_read on document_files (text_tries_left desc, id)
  where text_tries_left > 0 and scan in ('clean', 'unscanned');

do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  update document_files f set text_tries_left = 5
  from graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id and task.identifier = 'take-document-text'
  where f.document_id = (job.payload->>'documentId')::bigint and f.number = (job.payload->>'number')::integer;
  delete from graphile_worker._private_jobs where task_id in (
    select id from graphile_worker._private_tasks where identifier = 'take-document-text');
end $$;
