-- A photo as proof has a small picture beside it; a PDF has none.
alter table payment_confirmations add column proof_thumbnail_key text,
  add check (proof_thumbnail_key is null or proof_key is not null);
