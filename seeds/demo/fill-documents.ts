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

/** A file that is kept already, or the number of an earlier one that is shown again. */
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
  told: DemoDocument;
  createdAt: Date;
  files: KeptDemoFile[];
}

type Keep = (content: Buffer, extension: string) => Promise<StoredFile>;

/** Writes and keeps the files of all documents; oldest document first. */
export async function writeDocuments(keep: Keep, now: Date): Promise<KeptDemoDocument[]> {
  const dated = demoDocuments
    .map((told) => ({ told, createdAt: instantAgo(now, told.ago) }))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const documents: KeptDemoDocument[] = [];
  for (const [at, { told, createdAt }] of dated.entries())
    documents.push({ id: at + 1, told, createdAt, files: await writeFiles(told, keep, now) });
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
    const { content, kind } = await written(sent.write, now);
    const file = await keep(content, kind);
    kept.push({ ...facts, file, name: sent.name, mediaType: documentKinds[kind], restoredFrom: null });
  }
  return kept;
}

/** A machine that is busy with other things still comes to its first start. */
const drawnWithinMs = 300_000;

async function written(write: Written, now: Date): Promise<{ content: Buffer; kind: DocumentKind }> {
  const paper = write(now);
  return "kind" in paper
    ? { content: await officeFile(paper), kind: paper.kind }
    : { content: await renderPdf(paper, drawnWithinMs), kind: "pdf" };
}

/** The documents with their files, what lies in the trash, who took them, and who was reminded of their last day. */
export async function fillDocuments(
  { db, now, config }: Ctx,
  documents: readonly KeptDemoDocument[],
): Promise<void> {
  await db
    .insertInto("documents")
    .values(
      documents.map(({ id, told, createdAt, files }) => ({
        id,
        property_id: told.property,
        unit_id: told.unit ?? (told.lease === undefined ? null : (leaseOf(told.lease).units[0] ?? null)),
        lease_id: told.lease ?? null,
        visibility: told.visibility ?? (told.lease === undefined ? "building" : "lease"),
        title: told.title,
        type: told.type,
        expires_on: told.validForDays === undefined ? null : addDays(localDay(now), told.validForDays),
        created_by_id: personCalled(told.by).id,
        created_at: createdAt,
        version: files.length + (told.trashed === undefined ? 0 : 1),
        current_number: files.length,
        trashed_at: told.trashed === undefined ? null : instantAgo(now, told.trashed.ago),
        trashed_by_id: told.trashed === undefined ? null : personCalled(told.trashed.by).id,
      })),
    )
    .execute();
  const files = await db
    .insertInto("document_files")
    .values(
      documents.flatMap(({ id, told, files }) =>
        files.map(({ number, file, name, mediaType, uploadedById, uploadedAt, restoredFrom }) => ({
          document_id: id,
          property_id: told.property,
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
    .flatMap(({ id, told }) => (told.taken ?? []).map((taking) => ({ id, told, taking })))
    .sort((a, b) => instantAgo(now, a.taking.ago).getTime() - instantAgo(now, b.taking.ago).getTime());
  await db
    .insertInto("document_downloads")
    .values(
      takings.map(({ id, told, taking }) => ({
        document_id: id,
        property_id: told.property,
        number: taking.number ?? 1,
        user_id: personCalled(taking.by).id,
        kind: taking.kind,
        at: instantAgo(now, taking.ago),
        network_address: "127.0.0.1",
      })),
    )
    .execute();
}
