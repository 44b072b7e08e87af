import { Button } from "#web/ui/button.tsx";

interface ColumnErrorProps {
  onRetry: () => void;
  isRetrying: boolean;
}

/** Replaces the cards of a column that failed to load. */
export const ColumnError = ({ onRetry, isRetrying }: ColumnErrorProps) => (
  <div role="alert" className="p-4 text-center text-ink-soft">
    <p>Couldn't load these work orders.</p>
    <Button className="mt-3" size="sm" onClick={onRetry} isBusy={isRetrying}>
      Try again
    </Button>
  </div>
);
