import { useState } from "react";
import { toUserMessage } from "#web/api-client.ts";
import { countRows } from "#web/list/use-change-selected.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { FileField } from "#web/ui/forms/file-field.tsx";
import { UnsavedChanges } from "#web/ui/forms/unsaved-changes.tsx";
import { UploadProgress } from "#web/ui/forms/upload-progress.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { documentsPath } from "../../paths.ts";
import { maxZipBytes, maxZipFiles, zipMessages } from "../../zip-contract.ts";
import { useCreateZipDocuments, useReadZip } from "./mutations.ts";
import { canAdd, findRowErrors, toNewDocument, toRow, type ZipRow } from "./zip-rows.ts";
import { ZipTable } from "./zip-table.tsx";

const nouns = ["document", "documents"] as const;

/** Uploads many documents in a ZIP: select it, correct how its file names were read, then add the documents. */
export default function ZipPage() {
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<readonly ZipRow[]>([]);
  const reading = useReadZip((files) => setRows(files.map(toRow)));
  const selectFile = (selectedFile: File | null) => {
    setFile(selectedFile);
    setRows([]);
    reading.reset();
    if (selectedFile !== null && selectedFile.size <= maxZipBytes) reading.mutate(selectedFile);
  };
  const error =
    file !== null && file.size > maxZipBytes
      ? zipMessages.tooLarge
      : reading.error === null
        ? null
        : toUserMessage(reading.error);
  return (
    <>
      <PageHeader back={{ href: documentsPath, label: "Documents" }} title="Upload a ZIP" />
      <Lead aria-label="New ZIP">
        <div className="space-y-4 px-(--inset) py-5">
          <p className="max-w-[70ch] text-ink-soft">
            Put the documents into folders named after their property, unit, or tenant, and compress them.
            Nothing is saved until you have checked the list.
          </p>
          <FileField
            label="ZIP file"
            prompt="Choose a ZIP, or drop it here"
            accept=".zip,application/zip"
            hint={`Up to 100 MB and ${maxZipFiles} files: PDF, DOC, DOCX, XLS, or XLSX, each up to 10 MB.`}
            file={file}
            isDisabled={reading.isPending}
            onSelect={selectFile}
          />
          {reading.isPending && <UploadProgress noun="the ZIP" fraction={reading.progress} />}
          {error !== null && <Banner kind="danger" title={error} />}
        </div>
      </Lead>
      {file !== null && rows.length > 0 && <ZipFiles file={file} rows={rows} onRowsChange={setRows} />}
    </>
  );
}

interface ZipFilesProps {
  file: File;
  rows: readonly ZipRow[];
  onRowsChange: (rows: readonly ZipRow[]) => void;
}

function ZipFiles({ file, rows, onRowsChange }: ZipFilesProps) {
  const [showsErrors, setShowsErrors] = useState(false);
  const canWrite = useIsServerReachable();
  const creation = useCreateZipDocuments((outcomes) =>
    onRowsChange(
      rows.map((row) => ({
        ...row,
        outcome: outcomes.find(({ index }) => index === row.file.index) ?? row.outcome,
      })),
    ),
  );
  const rowsToAdd = rows.filter((row) => row.isIncluded && canAdd(row));
  const incompleteCount = rowsToAdd.filter((row) => Object.keys(findRowErrors(row)).length > 0).length;
  const addedCount = rows.filter(({ outcome }) => outcome?.documentId != null).length;
  const submit = () => {
    setShowsErrors(true);
    if (incompleteCount === 0) creation.mutate({ file, rows: rowsToAdd.map(toNewDocument) });
  };
  return (
    <Section
      title="Files"
      description="Correct the property, unit, or type wherever we misread the file name. Uncheck files you don't need."
      className="mt-6"
    >
      {creation.isPending && (
        <UnsavedChanges
          title="Leave while documents are being added?"
          description="If the upload hasn't finished, no documents are added."
        />
      )}
      <fieldset disabled={creation.isPending}>
        <legend className="sr-only">Files in the ZIP</legend>
        <ZipTable
          rows={rows}
          showsErrors={showsErrors}
          onChange={(index, change) =>
            onRowsChange(rows.map((row) => (row.file.index === index ? { ...row, ...change } : row)))
          }
        />
      </fieldset>
      <div className="space-y-4 px-(--inset) py-4">
        {addedCount > 0 && (
          <Banner
            kind="info"
            title={`${countRows(addedCount, nouns)} added`}
            action={<ButtonLink href={documentsPath}>View Documents</ButtonLink>}
          >
            Only staff can see them. To share them with tenants, select them in the list and change their
            visibility.
          </Banner>
        )}
        {showsErrors && incompleteCount > 0 && (
          <Banner
            kind="danger"
            title={`${countRows(incompleteCount, ["file needs", "files need"])} a title or a property. See the message in each row.`}
          />
        )}
        {creation.error !== null && <Banner kind="danger" title={toUserMessage(creation.error)} />}
        {creation.isPending && <UploadProgress noun="the ZIP" fraction={creation.progress} />}
        {(rowsToAdd.length > 0 || addedCount === 0) && (
          <Button
            variant="primary"
            disabled={rowsToAdd.length === 0 || !canWrite}
            isBusy={creation.isPending}
            busyLabel="Adding..."
            className="max-sm:w-full"
            onClick={submit}
          >
            {`Add ${countRows(rowsToAdd.length, ["Document", "Documents"])}`}
          </Button>
        )}
      </div>
    </Section>
  );
}
