import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod/mini";
import { refusedBy } from "#shared/http/fields.ts";
import { useContractForm } from "#web/contract-form.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { showAtFields } from "#web/refusal.ts";
import { FileField } from "#web/ui/file-field.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Refused } from "#web/ui/refused.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import type { Document } from "../contract.ts";
import { fileHint, fileSentences } from "../kinds.ts";
import { documentAccept, refusalOf } from "./check-file.ts";
import { useAddFile } from "./one-document.ts";

const newVersion = z.object({ file: z.file(fileSentences.missing).check(refusedBy(refusalOf)) });

interface NewVersionProps {
  document: Document;
  onClose: () => void;
  onAdded: () => void;
}

/** Another file takes the place of the one that is shown. Closing the dialog ends the sending, and nothing is made. */
export function NewVersionDialog({ document, onClose, onAdded }: NewVersionProps) {
  const form = useContractForm(newVersion, { file: null as File | null }, { mode: "onChange" });
  const [share, setShare] = useState(0);
  const [nextKey] = useState(oneKeyPerContent);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const add = useAddFile(document.id, onAdded);

  const send = ({ file }: z.output<typeof newVersion>) => {
    const ending = new AbortController();
    sending.current = ending;
    const key = nextKey([file.name, file.size, file.lastModified]);
    setShare(0);
    add.mutate({ file, key, signal: ending.signal, onProgress: setShare }, { onError: showAtFields(form) });
  };
  return (
    <FormDialog
      title="Upload a new version"
      description={`It takes the place of ${document.file.name}. Earlier versions are kept and can be brought back.`}
      submitLabel="Upload"
      busyLabel="Uploading..."
      isBusy={add.isPending}
      onSubmit={() => form.handleSubmit(send)()}
      onClose={onClose}
    >
      {!add.isPending && <Refused error={add.error} form={form} />}
      <Controller
        control={form.control}
        name="file"
        render={({ field, fieldState }) => (
          <FileField
            label="Document file"
            invitation="Choose a file, or drop it here"
            accept={documentAccept}
            hint={fileHint}
            error={fieldState.error?.message}
            file={field.value}
            isDisabled={add.isPending}
            onChoose={(chosen) => {
              add.reset();
              field.onChange(chosen);
            }}
          />
        )}
      />
      {add.isPending && <UploadProgress what="the file" share={share} />}
    </FormDialog>
  );
}
