import { useRef, useState } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useDraftValues } from "#web/draft.ts";
import { CircleCheck } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { Segments } from "#web/ui/forms/segments.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import type { WorkOrder } from "../../contract.ts";
import { useConflictNote } from "../conflicts/use-conflict-note.ts";
import { PendingPhotos } from "../offline-queue/pending-entries.tsx";
import { AddPhotosTile, UnsentPhotos, usePhotoUpload } from "../photos/add-photos.tsx";
import { SignatureCanvas } from "../signature/signature-canvas.tsx";
import { useSignerNames } from "../signature/use-signer-names.ts";
import { TimeWorked, useTimeWorked } from "./time-worked.tsx";
import { toastSignature, useFinishWork } from "./use-finish-work.ts";

interface FinishingSheetProps {
  order: WorkOrder;
  onClose: () => void;
  /** Called after completion, when the card behind the sheet might be gone. */
  onFinished?: (() => void) | undefined;
}

/** How many people on the lease get a button. The name field suggests all of them. */
const maxMemberButtons = 3;

/** Photo, note, time, and signature in one step. Confirming the signature also completes the work order. */
export default function FinishingSheet({ order, onClose, onFinished }: FinishingSheetProps) {
  const photoUpload = usePhotoUpload(order, "after");
  const conflictNote = useConflictNote(order);
  const { values, setValues, draft } = useDraftValues(() => ({ note: "" }), `finishing:${order.id}`);
  const timeWorked = useTimeWorked(order);
  const { fullName } = useUser();
  const names = useSignerNames(order);
  const [signer, setSigner] = useState<"other" | "none" | `person:${string}`>("none");
  const displayedHash = useRef<string>(undefined);
  const { mutate, isPending } = useFinishWork(order, {
    onNoteSent: draft.clear,
    onDone: () => {
      onClose();
      onFinished?.();
    },
  });

  const afterPhotos = order.images.filter(({ label }) => label === "after");
  const hasUnsentPhotos = photoUpload.selection.files.length > 0;
  const isSendingPhotos = hasUnsentPhotos && photoUpload.isPending;

  const finishWork = (signature: { signature: string; signedByName: string } | null) => {
    if (hasUnsentPhotos) {
      toast({
        title: "Photo Not Sent",
        description: "Send the photo or discard it first.",
        variant: "destructive",
      });
      return;
    }
    mutate({
      note: values.note.trim(),
      time: timeWorked.extraTime,
      hadTimer: timeWorked.clockMinutes !== null,
      signature: signature && { ...signature, contentHash: displayedHash.current ?? order.contentHash },
    });
  };
  const signers = [
    ...names
      .filter((name, index) => index <= maxMemberButtons || name === fullName)
      .map(
        (name) => ({ value: `person:${name}`, label: name === fullName ? `${name} (you)` : name }) as const,
      ),
    { value: "other", label: "Someone else" },
    { value: "none", label: "No signature now" },
  ] as const;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="medium"
      title={`Finish ${workOrderNumber(order.id)}`}
      description={order.title}
      footer={
        signer === "none" ? (
          <Button
            variant="primary"
            size="lg"
            icon={<CircleCheck aria-hidden="true" />}
            isBusy={isPending || isSendingPhotos}
            busyLabel={isSendingPhotos ? "Sending photos..." : "Completing..."}
            onClick={() => finishWork(null)}
          >
            Complete
          </Button>
        ) : null
      }
    >
      <div className="space-y-5">
        {conflictNote !== undefined && <Banner kind="warning" title={conflictNote} />}
        {order.can.addPhotos && (
          <section aria-label="Photo of the finished work">
            <h3 className="font-medium text-base">Photo of the finished work</h3>
            <p className="mb-1.5 text-ink-soft text-sm">
              Added to the work order right away, before you complete it.
            </p>
            <AddPhotosTile order={order} photoUpload={photoUpload} isWide />
            {afterPhotos.length > 0 && (
              <ul aria-label="Photos after work" className="mt-2 flex flex-wrap gap-2">
                {afterPhotos.map(({ id, thumbnailUrl }) => (
                  <li key={id}>
                    <img
                      src={thumbnailUrl}
                      alt="After work"
                      className="size-16 rounded-control object-cover ring-1 ring-line ring-inset"
                    />
                  </li>
                ))}
              </ul>
            )}
            <PendingPhotos orderId={order.id} />
            <UnsentPhotos photoUpload={photoUpload} />
          </section>
        )}
        {order.can.comment && (
          <Field label="Note" hint="Visible to the tenant." isOptional>
            <Textarea
              rows={1}
              maxLength={4000}
              className="min-h-(--control)!"
              value={values.note}
              onChange={({ target }) => setValues({ note: target.value })}
            />
          </Field>
        )}
        {order.can.work && <TimeWorked timeWorked={timeWorked} />}
        {order.can.sign && (
          <section aria-label="Who signs?" data-keep-clear="">
            <p className="mb-1.5 font-medium">Who signs?</p>
            <Segments
              legend="Who signs?"
              options={signers}
              selected={signer}
              onSelect={setSigner}
              wrapsLines
            />
            {signer !== "none" && (
              <div className="mt-4">
                <p className="mb-2 text-ink-soft">Confirming also completes the work order.</p>
                <SignatureCanvas
                  key={signer}
                  initialName={signer === "other" ? "" : signer.slice("person:".length)}
                  names={names}
                  strokes={[]}
                  hint={order.title}
                  isBusy={isPending || isSendingPhotos}
                  onPenLifted={() => {
                    displayedHash.current = order.contentHash;
                  }}
                  onConfirm={({ signature, signedByName }) => {
                    if (!hasUnsentPhotos) toastSignature();
                    finishWork({ signature, signedByName });
                  }}
                  coversLandscapePhone
                  onCancel={() => setSigner("none")}
                />
              </div>
            )}
          </section>
        )}
      </div>
    </Dialog>
  );
}
