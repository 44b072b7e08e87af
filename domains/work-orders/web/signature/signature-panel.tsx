/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an output element can't hold blocks */

import { useRef, useState } from "react";
import type { PointGroup } from "signature_pad";
import { ApiError } from "#web/api-client.ts";
import { CircleCheck } from "#web/icons.ts";
import { formatMomentThere } from "#web/time-zone-name.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import type { WorkOrder } from "../../contract.ts";
import { useSavesOffline } from "../offline-queue/save-change.ts";
import { FoldingPart } from "../view/folding-part.tsx";
import { signaturePanelId } from "../view/next-step.tsx";
import { useSignWorkOrder } from "./mutations.ts";
import { type ConfirmedSignature, canvasHeight, canvasWidth, SignatureCanvas } from "./signature-canvas.tsx";
import { useSignerNames } from "./use-signer-names.ts";

interface SignaturePanelProps {
  order: WorkOrder;
  isRow?: boolean;
  /** Called when something is drawn. */
  onDrawn: () => void;
}

/** SIG-01 to SIG-15: the saved signature, or a canvas, which gets back a signature that couldn't be saved. */
export function SignaturePanel({ order, isRow = false, onDrawn }: SignaturePanelProps) {
  const names = useSignerNames(order);
  const { mutate, isPending } = useSignWorkOrder(order);
  const savesOffline = useSavesOffline();
  const [confirmedImageUrl, setConfirmedImageUrl] = useState<string>();
  // Once drawn on, the canvas stays, even if someone else signs first.
  const [isSigning, setIsSigning] = useState(false);
  const [strokes, setStrokes] = useState<PointGroup[]>([]);
  const displayedHash = useRef<string>(undefined);
  // After a work order is reopened, its earlier signatures no longer count.
  const newestSignature = order.signatureUrl === null ? undefined : order.signatures[0];

  const confirm = ({ signature, signedByName, strokes: drawnStrokes }: ConfirmedSignature) => {
    toast({ title: "Signature Confirmed", description: "Your signature has been added to the work order." });
    setConfirmedImageUrl(signature);
    setIsSigning(false);
    setStrokes(drawnStrokes);
    mutate(
      { signature, signedByName, contentHash: displayedHash.current ?? order.contentHash },
      {
        onSuccess: (signedOrder) => {
          setStrokes([]);
          // A signature waiting to be sent is displayed as part of the work order.
          if (signedOrder === null) setConfirmedImageUrl(undefined);
        },
        onError: (error) => {
          // A technician's rejected signature is kept in the list of unsent changes.
          if (savesOffline && error instanceof ApiError) setStrokes([]);
          setConfirmedImageUrl(undefined);
          setIsSigning(true);
        },
      },
    );
  };
  const signAgain = () => {
    setConfirmedImageUrl(undefined);
    setIsSigning(true);
  };
  const isUnsigned = confirmedImageUrl === undefined && (isSigning || newestSignature === undefined);
  const isDone = order.status === "completed";
  if (!order.can.sign && newestSignature === undefined) return null;
  return (
    <FoldingPart
      title="Digital Signature"
      headingId={signaturePanelId}
      summary={isUnsigned ? (isDone ? "Not signed yet" : "When the work is done") : "Signed"}
      isFoldable={isRow && !isDone}
      className={isUnsigned ? "print:hidden" : undefined}
    >
      {isUnsigned && order.can.sign ? (
        <SignatureCanvas
          strokes={strokes}
          names={names}
          onPenLifted={() => {
            displayedHash.current = order.contentHash;
            setIsSigning(true);
            onDrawn();
          }}
          onConfirm={confirm}
          onCancel={newestSignature === undefined ? undefined : () => setIsSigning(false)}
          hint={isDone ? "Sign with your finger, a pen, or the mouse." : "Sign when the work is done."}
        />
      ) : (
        <div>
          {confirmedImageUrl !== undefined && (
            <p
              role="status"
              className="mb-3 flex items-start gap-2 rounded-control bg-green-soft px-3 py-2 text-green-text"
            >
              <CircleCheck aria-hidden="true" className="mt-px size-4.5 shrink-0" />
              <span>
                <span className="block font-medium">Signature confirmed successfully</span>
                <span className="block text-sm">The signature was added to the work order.</span>
              </span>
            </p>
          )}
          <SignedBy
            signature={isPending ? undefined : newestSignature}
            imageUrl={isPending || newestSignature === undefined ? confirmedImageUrl : newestSignature.url}
            timeZone={order.timeZone}
          />
          {order.can.sign && (
            <Button size="sm" className="mt-3" isBusy={isPending} busyLabel="Saving..." onClick={signAgain}>
              Sign Again
            </Button>
          )}
        </div>
      )}
    </FoldingPart>
  );
}

interface SignedByProps {
  signature: WorkOrder["signatures"][number] | undefined;
  imageUrl: string | undefined;
  /** The property's. */
  timeZone: string;
}

/** A signature with its signer. The background is white in both themes. */
export function SignedBy({ signature, imageUrl, timeZone }: SignedByProps) {
  return (
    <div className="space-y-2">
      {imageUrl !== undefined && (
        <img
          src={imageUrl}
          width={canvasWidth}
          height={canvasHeight}
          alt={signature === undefined ? "The signature" : `Signature of ${signature.signedByName}`}
          className="h-auto max-w-full rounded-control border border-line bg-white"
        />
      )}
      {signature !== undefined && (
        <>
          <p>
            Signed by <span className="font-medium">{signature.signedByName}</span>
            {signature.signedBy.fullName !== signature.signedByName &&
              ` on ${signature.signedBy.fullName}'s device`}
            <span className="text-ink-soft">, {formatMomentThere(signature.signedAt, timeZone)}</span>
          </p>
          {signature.changedAfterSigning && <Badge tone="amber">Changed after signing</Badge>}
        </>
      )}
    </div>
  );
}
