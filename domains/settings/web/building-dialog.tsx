import { useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { ConflictNotice } from "#web/ui/conflict-notice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { PropertySettings } from "../contract.ts";
import { useSavePropertySettings } from "./api.ts";
import { timeZoneOptions } from "./time-zones.ts";
import { formatPercent, percentInBasisPoints } from "./typed.ts";

interface Typed {
  offersRegistration: boolean;
  hasOwnFee: boolean;
  fee: string;
  timeZone: string;
}

const asTyped = (building: PropertySettings): Typed => ({
  offersRegistration: building.offersRegistration,
  hasOwnFee: building.cardFeeBasisPoints !== null,
  fee: formatPercent(building.cardFeeBasisPoints ?? 350, 100),
  timeZone: building.timeZone,
});

/** What one building has of its own. When somebody else changed it meanwhile, both versions stand side by side first. */
export function BuildingDialog({ building, onClose }: { building: PropertySettings; onClose: () => void }) {
  const [base, setBase] = useState(building);
  const [typed, setTyped] = useState(asTyped(building));
  const [theirs, setTheirs] = useState<PropertySettings | null>(null);
  const formId = useId();
  const { mutate, isPending } = useSavePropertySettings(onClose, (current) => {
    setTheirs(current);
    setBase(current);
  });
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const fee = percentInBasisPoints.safeParse(typed.fee);
  const feeError = typed.hasOwnFee && !fee.success ? fee.error.issues[0]?.message : undefined;
  const save = () => {
    const { offersRegistration, hasOwnFee, timeZone } = typed;
    const cardFeeBasisPoints = hasOwnFee && fee.success ? fee.data : null;
    mutate({ building: base, body: { offersRegistration, cardFeeBasisPoints, timeZone } });
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={`Settings of ${building.name}`}
      description={building.address}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={feeError !== undefined}
            isBusy={isPending}
            busyLabel="Saving..."
          >
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {theirs !== null && (
          <ConflictNotice
            message={`Somebody else changed ${theirs.name} in the meantime.`}
            differences={differencesOf(asTyped(theirs), typed)}
            onTakeTheirs={() => {
              setTyped(asTyped(theirs));
              setTheirs(null);
            }}
            onKeepYours={save}
            isBusy={isPending}
          />
        )}
        <Checkbox
          label="Offer its units when people register"
          hint="New tenants choose among them; a claim waits for the landlord."
          checked={typed.offersRegistration}
          onChange={(event) => set({ offersRegistration: event.target.checked })}
        />
        <Checkbox
          label="A card fee of its own"
          hint="Where a state caps or forbids surcharges. Otherwise the organization's rate holds."
          checked={typed.hasOwnFee}
          onChange={(event) => set({ hasOwnFee: event.target.checked })}
        />
        {typed.hasOwnFee && (
          <Field label="Card fee in percent" error={feeError} hint="0 to 3.5 %" isRequired>
            <Input
              inputMode="decimal"
              maxLength={6}
              value={typed.fee}
              onChange={(event) => set({ fee: event.target.value })}
            />
          </Field>
        )}
        <Field label="Time zone" hint="Days of leases and due dates begin and end by it." isRequired>
          <Combobox
            options={timeZoneOptions(typed.timeZone)}
            value={typed.timeZone}
            onChange={(timeZone) => set({ timeZone })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function differencesOf(theirs: Typed, yours: Typed) {
  const feeOf = ({ hasOwnFee, fee }: Typed) => (hasOwnFee ? `${fee} %` : "As the organization");
  const offerOf = ({ offersRegistration }: Typed) => (offersRegistration ? "Units offered" : "Not offered");
  return [
    { field: "Registration", theirs: offerOf(theirs), yours: offerOf(yours) },
    { field: "Card fee", theirs: feeOf(theirs), yours: feeOf(yours) },
    { field: "Time zone", theirs: theirs.timeZone, yours: yours.timeZone },
  ].filter((row) => row.theirs !== row.yours);
}
