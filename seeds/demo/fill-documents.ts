import { type DocumentKind, documentKinds } from "#domains/documents/kinds.ts";
import { queueTexts, textTries } from "#domains/documents/server/extract-text.ts";
import { queueScan } from "#domains/documents/server/scan-document-file.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StoredFile } from "#server/integrations/file-store.ts";
import { renderPdf } from "#server/integrations/render-pdf.ts";
import { addDays } from "#shared/calendar.ts";
import { officeFile } from "../office-files.ts";
import { demoDocuments } from "./documents/all.ts";
import type { DemoDocument, Written } from "./documents/document.ts";
import { leaseOf } from "./documents/letterhead.ts";
import { remindersOf } from "./expiry-reminders.ts";
import { personCalled } from "./people.ts";
import { instantAgo, localDay } from "./time.ts";

/** A stored file, or the number of a restored earlier one. */
interface KeptDemoFile {
  number: number;
  file: StoredFile;
  name: string;
  mediaType: string;
  uploadedById: number;
  uploadedAt: Date;
  restoredFrom: number | null;
}

export interface KeptDemoDocument {
  id: number;
  source: DemoDocument;
  createdAt: Date;
  files: KeptDemoFile[];
}

export type Keep = (content: Buffer, extension: string) => Promise<StoredFile>;

/** Writes and stores the files of all documents, oldest document first. */
export async function writeDocuments(keep: Keep, now: Date): Promise<KeptDemoDocument[]> {
  const dated = demoDocuments
    .map((source) => ({ source, createdAt: instantAgo(now, source.ago) }))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const documents: KeptDemoDocument[] = [];
  for (const [at, { source, createdAt }] of dated.entries())
    documents.push({ id: at + 1, source, createdAt, files: await writeFiles(source, keep, now) });
  return documents;
}

async function writeFiles({ files, by, ago }: DemoDocument, keep: Keep, now: Date): Promise<KeptDemoFile[]> {
  const kept: KeptDemoFile[] = [];
  for (const [at, sent] of files.entries()) {
    const facts = {
      number: at + 1,
      uploadedById: personCalled(sent.by ?? by).id,
      uploadedAt: instantAgo(now, sent.ago ?? ago),
    };
    if ("bringsBack" in sent) {
      const earlier = kept[sent.bringsBack - 1];
      if (earlier === undefined) throw new Error("A demo document brings back a file it does not have.");
      kept.push({ ...earlier, ...facts, restoredFrom: earlier.number });
      continue;
    }
    const written = await keepWritten(sent.write, keep, now);
    kept.push({ ...facts, ...written, name: sent.name, restoredFrom: null });
  }
  return kept;
}

/** Writes a file and stores it. */
export async function keepWritten(
  write: Written,
  keep: Keep,
  now: Date,
): Promise<{ file: StoredFile; mediaType: string }> {
  const { content, kind } = await written(write, now);
  return { file: await keep(content, kind), mediaType: documentKinds[kind] };
}

/** A generous limit, so that the first start succeeds on a busy machine. */
const drawnWithinMs = 300_000;

async function written(write: Written, now: Date): Promise<{ content: Buffer; kind: DocumentKind }> {
  const document = write(now);
  return "kind" in document
    ? { content: await officeFile(document), kind: document.kind }
    : { content: await renderPdf(document, { withinMs: drawnWithinMs }), kind: "pdf" };
}

/** Writes the documents with their files, the trash, downloads and sent reminders. */
export async function fillDocuments(
  { db, now, config }: Ctx,
  documents: readonly KeptDemoDocument[],
): Promise<void> {
  await db
    .insertInto("documents")
    .values(
      documents.map(({ id, source, createdAt, files }) => ({
        id,
        property_id: source.property,
        unit_id:
          source.unit ?? (source.lease === undefined ? null : (leaseOf(source.lease).units[0] ?? null)),
        lease_id: source.lease ?? null,
        visibility: source.visibility ?? (source.lease === undefined ? "building" : "lease"),
        title: source.title,
        type: source.type,
        expires_on: source.validForDays === undefined ? null : addDays(localDay(now), source.validForDays),
        created_by_id: personCalled(source.by).id,
        created_at: createdAt,
        version: files.length + (source.trashed === undefined ? 0 : 1),
        current_number: files.length,
        trashed_at: source.trashed === undefined ? null : instantAgo(now, source.trashed.ago),
        trashed_by_id: source.trashed === undefined ? null : personCalled(source.trashed.by).id,
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
          text_tries_left: textTries(mediaType),
        })),
      ),
    )
    .returning(["id", "scan"])
    .execute();
  for (const file of files) if (file.scan === "waiting") await queueScan(db, file.id);
  await queueTexts(db);
  await db
    .insertInto("document_reminders")
    .values(
      remindersOf(documents, now).map(({ documentId, propertyId, expiresOn, daysBefore, sentAt }) => ({
        document_id: documentId,
        property_id: propertyId,
        expires_on: expiresOn,
        days_before: daysBefore,
        sent_at: sentAt,
      })),
    )
    .execute();
  const takings = documents
    .flatMap(({ id, source }) => (source.taken ?? []).map((taking) => ({ id, source, taking })))
    .sort((a, b) => instantAgo(now, a.taking.ago).getTime() - instantAgo(now, b.taking.ago).getTime());
  await db
    .insertInto("document_downloads")
    .values(
      takings.map(({ id, source, taking }) => ({
        document_id: id,
        property_id: source.property,
        number: taking.number ?? 1,
        user_id: personCalled(taking.by).id,
        kind: taking.kind,
        at: instantAgo(now, taking.ago),
        network_address: "127.0.0.1",
      })),
    )
    .execute();
}
