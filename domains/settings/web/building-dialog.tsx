import { useState } from "react";
import { currentOf } from "#web/refusal.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { EditDialog } from "#web/ui/edit-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type PropertySettings, propertySettings } from "../contract.ts";
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

/** What one building has of its own. */
export function BuildingDialog({ building, onClose }: { building: PropertySettings; onClose: () => void }) {
  const [base, setBase] = useState(building);
  const [typed, setTyped] = useState(asTyped(building));
  const edit = useSavePropertySettings(onClose);
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const fee = percentInBasisPoints.safeParse(typed.fee);
  const feeError = typed.hasOwnFee && !fee.success ? fee.error.issues[0]?.message : undefined;
  const save = (from: PropertySettings) => {
    if (feeError !== undefined) return;
    const { offersRegistration, hasOwnFee, timeZone } = typed;
    const cardFeeBasisPoints = hasOwnFee && fee.success ? fee.data : null;
    edit.mutate({ building: from, body: { offersRegistration, cardFeeBasisPoints, timeZone } });
  };

  return (
    <EditDialog
      title={`Settings of ${building.name}`}
      description={building.address}
      size="sm"
      base={base}
      setBase={setBase}
      edit={edit}
      current={currentOf(propertySettings, edit.error)}
      compare={(theirs) => compareTyped(asTyped(theirs), typed)}
      onSave={save}
      onTakeTheirs={(theirs) => setTyped(asTyped(theirs))}
      onClose={onClose}
      isDisabled={feeError !== undefined}
    >
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
        <Field label="Card fee in percent" error={feeError} hint="0 to 3.5%" isRequired>
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
    </EditDialog>
  );
}

function compareTyped(theirs: Typed, yours: Typed) {
  const feeOf = ({ hasOwnFee, fee }: Typed) => (hasOwnFee ? `${fee}%` : "As the organization");
  const offerOf = ({ offersRegistration }: Typed) => (offersRegistration ? "Units offered" : "Not offered");
  return [
    { field: "Registration", theirs: offerOf(theirs), yours: offerOf(yours) },
    { field: "Card fee", theirs: feeOf(theirs), yours: feeOf(yours) },
    { field: "Time zone", theirs: theirs.timeZone, yours: yours.timeZone },
  ];
}
