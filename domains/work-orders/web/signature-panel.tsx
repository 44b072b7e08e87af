/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an output element may not hold blocks */

import { useRef, useState } from "react";
import type { PointGroup } from "signature_pad";
import { formatMoment } from "#shared/format/dates.ts";
import { ApiError } from "#web/api-client.ts";
import { CircleCheck } from "#web/icons.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { ShownContent, WorkOrder } from "../contract.ts";
import { useSignOrder } from "./api.ts";
import { canvasHeight, canvasWidth, SignatureCanvas, type Signed } from "./signature-canvas.tsx";
import { useKeepsChanges } from "./unsent/keep-change.ts";

/** The heading of the panel, for links to it. */
export const signaturePanelId = "digital-signature";

/** SIG-01 to SIG-15: the saved signature, or a canvas. A signature that could not be saved is restored to the canvas. */
export function SignaturePanel({ order }: { order: WorkOrder }) {
  const { mutate, isPending } = useSignOrder(order);
  const keeps = useKeepsChanges();
  const [confirmed, setConfirmed] = useState<string>();
  const [isSigning, setIsSigning] = useState(order.signatureUrl === null);
  const [strokes, setStrokes] = useState<PointGroup[]>([]);
  const shown = useRef<ShownContent>(undefined);
  // An earlier one is of work that was not done after all.
  const newest = order.signatureUrl === null ? undefined : order.signatures[0];

  const confirm = ({ signature, signedByName, strokes: drawn }: Signed) => {
    toast({ title: "Signature Confirmed", description: "Your signature has been added to the work order." });
    setConfirmed(signature);
    setIsSigning(false);
    setStrokes(drawn);
    mutate(
      { signature, signedByName, shown: shown.current ?? shownOf(order) },
      {
        onSuccess: (signed) => {
          setStrokes([]);
          // One that waits to be sent is shown by the order.
          if (signed === null) setConfirmed(undefined);
        },
        onError: (error) => {
          // A technician's is not lost: the refused one is among the unsent changes.
          if (keeps && error instanceof ApiError) setStrokes([]);
          setConfirmed(undefined);
          setIsSigning(true);
        },
      },
    );
  };
  const signAgain = () => {
    setConfirmed(undefined);
    setIsSigning(true);
  };
  // Somebody else signed it while this was open.
  const isUnsigned = confirmed === undefined && (isSigning || newest === undefined);
  if (!order.may.sign && newest === undefined) return null;
  return (
    <section aria-labelledby={signaturePanelId} className={isUnsigned ? "print:hidden" : undefined}>
      <h3 id={signaturePanelId} tabIndex={-1} className="mb-3 text-base outline-none">
        Digital Signature
      </h3>
      {isUnsigned && order.may.sign ? (
        <SignatureCanvas
          strokes={strokes}
          onPenLifted={() => {
            shown.current = shownOf(order);
          }}
          onConfirm={confirm}
          onCancel={newest === undefined ? undefined : () => setIsSigning(false)}
        />
      ) : (
        <div className="rounded-card border border-line p-3">
          {confirmed !== undefined && (
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
            signature={isPending ? undefined : newest}
            imageUrl={isPending || newest === undefined ? confirmed : newest.url}
          />
          {order.may.sign && (
            <Button size="sm" className="mt-3" isBusy={isPending} busyLabel="Saving..." onClick={signAgain}>
              Sign Again
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** What is on the screen of what a signature covers. */
const shownOf = ({ title, description, category, location, priority, images }: WorkOrder): ShownContent => ({
  title,
  description,
  category,
  location,
  priority,
  imageIds: images.map(({ id }) => id),
});

interface SignedByProps {
  signature: WorkOrder["signatures"][number] | undefined;
  imageUrl: string | undefined;
}

/** A signature with its signer; its background is white in both themes. */
export function SignedBy({ signature, imageUrl }: SignedByProps) {
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
              ` on the device of ${signature.signedBy.fullName}`}
            <span className="text-ink-soft">, {formatMoment(signature.signedAt)}</span>
          </p>
          {signature.changedAfterSigning && <Badge tone="amber">Changed after signing</Badge>}
        </>
      )}
    </div>
  );
}
