/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an img cannot be drawn on */

import { type PointerEvent as ReactPointerEvent, useEffect, useId, useRef, useState } from "react";
import SignaturePad, { type PointGroup } from "signature_pad";
import { PenLine } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";

/** SIG-02, CON-18. */
export const canvasWidth = 400;
export const canvasHeight = 150;

export interface ConfirmedSignature {
  /** A PNG data URL (SIG-09). */
  signature: string;
  signedByName: string;
  /** The drawn strokes, restored when saving fails. */
  strokes: PointGroup[];
}

interface SignatureCanvasProps {
  strokes: PointGroup[];
  /**
   * Called after each stroke. The content on the screen at that time is what is signed, because the work
   * order can change before the signature is confirmed.
   */
  onPenLifted: () => void;
  onConfirm: (signed: ConfirmedSignature) => void;
  /** Text below the canvas. */
  hint: string;
  /** The signer's name if it isn't the user. Empty to ask for it. */
  initialName?: string;
  /** Names to suggest for the signer. */
  names: readonly string[];
  isBusy?: boolean;
  /** Whether it covers the screen of a phone in landscape. */
  coversLandscapePhone?: boolean;
  /** Absent if there is no signature to return to. */
  onCancel: (() => void) | undefined;
}

/**
 * SIG-02 to SIG-05. Users who can't draw can use their typed name as the signature. A technician's own name
 * isn't prefilled, because on site the tenant signs on the technician's device.
 */
export function SignatureCanvas({
  strokes,
  onPenLifted,
  onConfirm,
  hint,
  initialName,
  names,
  isBusy = false,
  coversLandscapePhone = false,
  onCancel,
}: SignatureCanvasProps) {
  const { fullName, role } = useUser();
  const isTechnician = role === "maintenance";
  const [signedByName, setSignedByName] = useState(initialName ?? (isTechnician ? "" : fullName));
  const signer = signedByName.trim();
  const [nameError, setNameError] = useState<string>();
  const nameInput = useRef<HTMLInputElement>(null);
  const namesId = useId();
  const [isReady, setIsReady] = useState(strokes.length > 0);
  const [hasWrittenName, setHasWrittenName] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const initialStrokes = useRef(strokes);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const signaturePad = new SignaturePad(element, { penColor: "#000000", backgroundColor: "#ffffff" });
    pad.current = signaturePad;
    // On narrow phones the canvas is scaled down, so pointer positions have to be scaled up.
    const scalePad = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0)
        element.getContext("2d")?.setTransform(canvasWidth / width, 0, 0, canvasHeight / height, 0, 0);
    };
    scalePad();
    signaturePad.addEventListener("beginStroke", scalePad);
    if (initialStrokes.current.length > 0) signaturePad.fromData(initialStrokes.current);
    return () => {
      signaturePad.removeEventListener("beginStroke", scalePad);
      signaturePad.off();
    };
  }, []);

  useEffect(() => {
    const signaturePad = pad.current;
    const onStrokeEnd = () => {
      setIsReady(true);
      onPenLifted();
    };
    signaturePad?.addEventListener("endStroke", onStrokeEnd);
    return () => signaturePad?.removeEventListener("endStroke", onStrokeEnd);
  }, [onPenLifted]);

  const clearPad = () => {
    pad.current?.clear();
    setHasWrittenName(false);
  };
  const requireName = (): boolean => {
    if (signer !== "") return true;
    setNameError("Please enter the signer's name");
    nameInput.current?.focus();
    return false;
  };
  const writeName = () => {
    const element = canvas.current;
    if (element === null || !requireName()) return;
    clearPad();
    drawName(element, signer);
    onPenLifted();
    setHasWrittenName(true);
    setIsReady(true);
  };
  const confirm = () => {
    const element = canvas.current;
    if (element === null || ((pad.current?.isEmpty() ?? true) && !hasWrittenName)) {
      toast({ title: "No Signature", description: "Please sign before confirming.", variant: "destructive" });
      return;
    }
    if (!requireName()) return;
    const drawnStrokes = hasWrittenName ? [] : (pad.current?.toData() ?? []);
    onConfirm({
      signature: element.toDataURL("image/png"),
      signedByName: signer,
      strokes: drawnStrokes,
    });
  };
  const startDrawing = (event: ReactPointerEvent) => {
    if (event.pointerType === "touch") return;
    setIsReady(true);
    canvas.current?.dispatchEvent(new PointerEvent("pointerdown", event.nativeEvent));
  };
  const nameField = (
    <Field
      label="Signed by"
      hint={
        initialName !== undefined
          ? undefined
          : isTechnician
            ? "Name of the person signing."
            : "Change this if someone else is signing on this device."
      }
      {...(nameError !== undefined && { error: nameError })}
      className="w-full"
    >
      <Input
        ref={nameInput}
        autoComplete="off"
        maxLength={120}
        list={namesId}
        value={signedByName}
        onChange={({ target }) => {
          setSignedByName(target.value);
          setNameError(undefined);
        }}
      />
      <datalist id={namesId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
  return (
    <div
      className={classes(
        "space-y-3",
        coversLandscapePhone &&
          "rail:fixed rail:inset-0 rail:z-20 rail:grid rail:grid-cols-[minmax(0,1fr)_10.5rem] rail:content-start rail:gap-x-4 rail:gap-y-3 rail:space-y-0 rail:overflow-y-auto rail:bg-raised rail:p-3 rail:pl-[max(0.75rem,env(safe-area-inset-left))]",
      )}
    >
      {initialName !== undefined && nameField}
      <div
        className={
          coversLandscapePhone
            ? "rail:order-first rail:row-span-2 rail:flex rail:flex-col-reverse rail:gap-1.5"
            : undefined
        }
      >
        <div className={classes("relative w-fit max-w-full", coversLandscapePhone && "rail:w-full")}>
          <canvas
            ref={canvas}
            width={canvasWidth}
            height={canvasHeight}
            role="img"
            aria-label="Signature area. Sign with your finger, a pen, or the mouse, or type your name using the button below."
            className={classes(
              "block h-auto max-w-full touch-none rounded-card bg-white outline-1 outline-line-control",
              coversLandscapePhone && "rail:w-full",
            )}
          />
          {/* Until this is tapped, a finger on the canvas scrolls the page. A mouse or pen draws right away. */}
          {!isReady && (
            <button
              type="button"
              onPointerDown={startDrawing}
              onClick={() => setIsReady(true)}
              className="absolute inset-0 hidden items-center justify-center gap-2 rounded-control font-medium text-black/70 any-pointer-coarse:flex"
            >
              <PenLine aria-hidden="true" className="size-5" />
              Tap to sign
            </button>
          )}
        </div>
        <p className="mt-1.5 text-ink-soft text-sm">{hint}</p>
      </div>
      <div
        className={classes(
          "flex max-w-100 flex-wrap items-end gap-2",
          coversLandscapePhone && "rail:flex-col rail:items-stretch",
        )}
      >
        {initialName === undefined && nameField}
        <Button onClick={clearPad}>Clear</Button>
        <Button variant="ghost" onClick={writeName}>
          Type my name
        </Button>
        {onCancel !== undefined && (
          <span className={coversLandscapePhone ? "hidden rail:contents" : "contents"}>
            <Button variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          </span>
        )}
        <Button
          // Until there is something to confirm, the work order's next step is the primary button.
          variant={isReady || coversLandscapePhone ? "primary" : "secondary"}
          className={classes(
            "max-sm:w-full",
            coversLandscapePhone ? "ml-auto rail:order-first rail:ml-0" : "ml-auto",
          )}
          isBusy={isBusy}
          onClick={confirm}
        >
          Confirm Signature
        </Button>
      </div>
    </div>
  );
}

function drawName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = "#000000";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `italic 44px "Segoe Script", "Snell Roundhand", "Brush Script MT", cursive`;
  context.fillText(name, canvasWidth / 2, canvasHeight / 2, canvasWidth - 32);
  context.restore();
}
