import { Link } from "wouter";
import { dispatchPath } from "#domains/dispatch/paths.ts";
import { documentPath } from "#domains/documents/paths.ts";
import { dataExportPath } from "#domains/exports/paths.ts";
import { importResultPath } from "#domains/imports/paths.ts";
import { companyPath, leasePath } from "#domains/leases/paths.ts";
import { userPath } from "#domains/people/paths.ts";
import { propertyPath, unitPath } from "#domains/properties/paths.ts";
import { webhookPath } from "#domains/webhooks/paths.ts";
import { deletedWorkOrderPath, workOrderPath } from "#domains/work-orders/paths.ts";
import { toSentence } from "../actions.ts";
import type { AuditEntry } from "../contract.ts";
import { getSubjectInSentence, getSubjectName } from "../subject-name.ts";

/** The page of a record, for types that have one. */
const pathBuilders: Record<string, (id: number) => string> = {
  person: userPath,
  property: propertyPath,
  unit: unitPath,
  lease: leasePath,
  company: companyPath,
  "work-order": workOrderPath,
  document: documentPath,
  import: importResultPath,
  export: () => dataExportPath,
  team: () => dispatchPath,
  "dispatch-rule": () => dispatchPath,
  webhook: webhookPath,
};

/** The page with the saved data of a deleted record, for types that have one. */
const deletedRecordPaths: Record<string, (id: number) => string> = { "work-order": deletedWorkOrderPath };

/** Formats the sentence without the link, for rows that are buttons. */
export function formatSentence({ action, actorId, subject }: AuditEntry): string {
  const { before, hasSubject, after } = toSentence(action, actorId);
  return `${before}${hasSubject ? getSubjectInSentence(subject) : ""}${after}`;
}

/** The action, with a link to its subject or to the saved data of a deleted subject. */
export function Sentence({ entry: { action, actorId, subject } }: { entry: AuditEntry }) {
  const { before, hasSubject, after } = toSentence(action, actorId);
  return (
    <>
      {before}
      {hasSubject && <Subject subject={subject} name={getSubjectInSentence(subject)} />}
      {after}
    </>
  );
}

interface SubjectProps {
  subject: AuditEntry["subject"];
  /** The name to show, if it isn't the record's own. */
  name?: string;
}

export function Subject({ subject, name = getSubjectName(subject) }: SubjectProps) {
  const page = (subject.label === null ? deletedRecordPaths : pathBuilders)[subject.type];
  if (page === undefined) return <b className="font-medium">{name}</b>;
  return (
    <Link
      href={page(Number(subject.id))}
      className="thumb font-medium text-accent-text underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}
