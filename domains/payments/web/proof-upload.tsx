import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { userMessageOf } from "#web/api-client.ts";
import { sendForm } from "#web/send-form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { UploadProgress } from "#web/ui/upload-progress.tsx";
import { addProof, listConfirmations, proofBytesMax } from "../confirmations-contract.ts";

export const proofAccept = "image/png,image/jpeg,image/gif,application/pdf";
export const proofHint = "A screenshot, a slip or a receipt: PNG, JPG, GIF or PDF up to 10MB.";
export const tooLarge = "The file may have at most 10 MB.";
export const isProofTooLarge = (proof: File | null): boolean => (proof?.size ?? 0) > proofBytesMax;

/** Uploads the proof of a confirmation at once; a failed upload can be retried. */
export function ProofUpload({ confirmationId, proof }: { confirmationId: number; proof: File }) {
  const queryClient = useQueryClient();
  const [share, setShare] = useState(0);
  const upload = useMutation({
    mutationFn: () => {
      const form = new FormData();
      form.append("proof", proof, proof.name);
      setShare(0);
      return sendForm(addProof, { params: { id: confirmationId }, form, onProgress: setShare });
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [listConfirmations.path] }),
  });
  const { mutate } = upload;
  useEffect(() => mutate(), [mutate]);
  if (upload.isSuccess) return <p role="status">{`${proof.name} was added as proof.`}</p>;
  if (!upload.isError) return <UploadProgress what="the file" share={share} />;
  return (
    <Banner
      kind="warning"
      title="The proof could not be added"
      action={<Button onClick={() => mutate()}>Try Again</Button>}
    >
      {`${userMessageOf(upload.error)} Your confirmation was submitted without it.`}
    </Banner>
  );
}
