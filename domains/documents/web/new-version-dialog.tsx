import { useEffect, useRef, useState } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FileField } from "#web/ui/file-field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import type { Document } from "../contract.ts";
import { fileHint, fileSentences } from "../kinds.ts";
import { documentAccept, refusalOf } from "./check-file.ts";
import { useAddFile } from "./one-document.ts";

interface NewVersionProps {
  document: Document;
  onClose: () => void;
  onAdded: () => void;
}

/** Another file takes the place of the one that is shown. Closing the dialog ends the sending, and nothing is made. */
export function NewVersionDialog({ document, onClose, onAdded }: NewVersionProps) {
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [share, setShare] = useState(0);
  const [nextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const add = useAddFile(document.id, onAdded);

  const ofServer = fieldErrorsOf(add.error).file;
  const wrong =
    (file === null ? (wasSubmitted ? fileSentences.missing : undefined) : refusalOf(file)) ?? ofServer;
  const submit = () => {
    setSubmitted(true);
    if (file === null || refusalOf(file) !== undefined) return;
    const ending = new AbortController();
    sending.current = ending;
    setShare(0);
    add.mutate({
      file,
      key: nextKey([file.name, file.size, file.lastModified]),
      signal: ending.signal,
      onProgress: setShare,
    });
  };
  return (
    <FormDialog
      title="Upload a new version"
      description={`It takes the place of ${document.file.name}. Earlier versions are kept and can be brought back.`}
      submitLabel="Upload"
      busyLabel="Uploading..."
      isBusy={add.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {add.error !== null && ofServer === undefined && !add.isPending && (
        <Banner kind="danger" title="The version could not be uploaded.">
          {userMessageOf(add.error)}
        </Banner>
      )}
      <FileField
        label="Document file"
        invitation="Choose a file, or drop it here"
        accept={documentAccept}
        hint={fileHint}
        error={wrong}
        file={file}
        isDisabled={add.isPending}
        onChoose={(chosen) => {
          add.reset();
          setFile(chosen);
        }}
      />
      {add.isPending && <UploadProgress what="the file" share={share} />}
    </FormDialog>
  );
}
