import { type DocumentKind, documentKinds } from "#domains/documents/kinds.ts";
import { getTextAttempts, queueTextExtraction } from "#domains/documents/server/search/extract-text.ts";
import { queueScan } from "#domains/documents/server/virus-scans/scan-document-file.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StoredFile } from "#server/integrations/files/file-store.ts";
import { renderPdf } from "#server/integrations/pdf/render-pdf.ts";
import { addDays } from "#shared/calendar.ts";
import { buildOfficeFile } from "../office-files.ts";
import { demoDocuments } from "./documents/all.ts";
import type { DemoDocument, StoredDemoDocument, StoredDemoFile, WriteContent } from "./documents/document.ts";
import { findLease } from "./documents/letterhead.ts";
import { listSentReminders } from "./expiration-reminders.ts";
import { findPerson } from "./people.ts";
import { instantAgo, localDay } from "./time.ts";

export type StoreContent = (content: Buffer, extension: string) => Promise<StoredFile>;

/** Builds and stores the files of all documents, oldest document first. */
export async function writeDocuments(store: StoreContent, now: Date): Promise<StoredDemoDocument[]> {
  const sorted = demoDocuments
    .map((source) => ({ source, createdAt: instantAgo(now, source.ago) }))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const documents: StoredDemoDocument[] = [];
  for (const [index, { source, createdAt }] of sorted.entries())
    documents.push({ id: index + 1, source, createdAt, files: await writeFiles(source, store, now) });
  return documents;
}

async function writeFiles(
  { files, by, ago }: DemoDocument,
  store: StoreContent,
  now: Date,
): Promise<StoredDemoFile[]> {
  const stored: StoredDemoFile[] = [];
  for (const [index, file] of files.entries()) {
    const version = {
      number: index + 1,
      uploadedById: findPerson(file.by ?? by).id,
      uploadedAt: instantAgo(now, file.ago ?? ago),
    };
    if ("restores" in file) {
      const earlier = stored[file.restores - 1];
      if (earlier === undefined) throw new Error("A demo document restores a version it doesn't have.");
      stored.push({ ...earlier, ...version, restoredFrom: earlier.number });
      continue;
    }
    const content = await storeFile(file.write, store, now);
    stored.push({ ...version, ...content, name: file.name, restoredFrom: null });
  }
  return stored;
}

/** Builds and stores a file. */
export async function storeFile(
  write: WriteContent,
  store: StoreContent,
  now: Date,
): Promise<{ file: StoredFile; mediaType: string }> {
  const { content, kind } = await writeContent(write, now);
  return { file: await store(content, kind), mediaType: documentKinds[kind] };
}

/** A generous limit, so the first start succeeds on a busy machine. */
const renderTimeoutMs = 300_000;

async function writeContent(
  write: WriteContent,
  now: Date,
): Promise<{ content: Buffer; kind: DocumentKind }> {
  const document = write(now);
  return "kind" in document
    ? { content: await buildOfficeFile(document), kind: document.kind }
    : { content: await renderPdf(document, { timeoutMs: renderTimeoutMs }), kind: "pdf" };
}

/** Adds the documents with their files, the trash, downloads, and sent reminders. */
export async function fillDocuments(
  { db, now, config }: Ctx,
  documents: readonly StoredDemoDocument[],
): Promise<void> {
  await db
    .insertInto("documents")
    .values(
      documents.map(({ id, source, createdAt, files }) => ({
        id,
        property_id: source.property,
        unit_id:
          source.unit ?? (source.lease === undefined ? null : (findLease(source.lease).units[0] ?? null)),
        lease_id: source.lease ?? null,
        visibility: source.visibility ?? (source.lease === undefined ? "building" : "lease"),
        title: source.title,
        type: source.type,
        expires_on: source.validForDays === undefined ? null : addDays(localDay(now), source.validForDays),
        created_by_id: findPerson(source.by).id,
        created_at: createdAt,
        version: files.length + (source.trashed === undefined ? 0 : 1),
        current_number: files.length,
        trashed_at: source.trashed === undefined ? null : instantAgo(now, source.trashed.ago),
        trashed_by_id: source.trashed === undefined ? null : findPerson(source.trashed.by).id,
      })),
    )
    .execute();
  const files = await db
    .insertInto("document_files")
    .values(
      documents.flatMap(({ id, source, files }) =>
        files.map(({ number, file, name, mediaType, uploadedById, uploadedAt, restoredFrom }) => ({
          document_id: id,
          property_id: source.property,
          number,
          file_key: file.key,
          name,
          media_type: mediaType,
          bytes: file.bytes,
          sha256: file.sha256,
          uploaded_by_id: uploadedById,
          uploaded_at: uploadedAt,
          restored_from: restoredFrom,
          scan: config.clamd === null ? "unscanned" : "waiting",
          text_attempts_left: getTextAttempts(mediaType),
        })),
      ),
    )
    .returning(["id", "scan"])
    .execute();
  for (const file of files) if (file.scan === "waiting") await queueScan(db, file.id);
  await queueTextExtraction(db);
  await db
    .insertInto("document_reminders")
    .values(
      listSentReminders(documents, now).map(({ documentId, propertyId, expiresOn, daysBefore, sentAt }) => ({
        document_id: documentId,
        property_id: propertyId,
        expires_on: expiresOn,
        days_before: daysBefore,
        sent_at: sentAt,
      })),
    )
    .execute();
  const downloads = documents
    .flatMap(({ id, source }) => (source.downloads ?? []).map((download) => ({ id, source, download })))
    .sort((a, b) => instantAgo(now, a.download.ago).getTime() - instantAgo(now, b.download.ago).getTime());
  await db
    .insertInto("document_downloads")
    .values(
      downloads.map(({ id, source, download }) => ({
        document_id: id,
        property_id: source.property,
        number: download.number ?? 1,
        user_id: findPerson(download.by).id,
        kind: download.kind,
        at: instantAgo(now, download.ago),
        network_address: "127.0.0.1",
      })),
    )
    .execute();
}
