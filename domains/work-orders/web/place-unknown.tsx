import { DoorOpen } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Replaces the form for a pending user without a unit, as the server would refuse the report. */
export const PlaceUnknown = ({ onClose }: { onClose: () => void }) => (
  <Card className="mb-6">
    <EmptyState
      icon={<DoorOpen />}
      title="Your unit is not known yet"
      action={<Button onClick={onClose}>Close</Button>}
    >
      You can report problems as soon as it is. The notice at the top of the page says how.
    </EmptyState>
  </Card>
);
