import type { ApiToken } from "#domains/accounts/token-contract.ts";
import { useRevokeToken } from "#domains/accounts/web/tokens/mutations.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

interface RevokeDialogProps {
  token: ApiToken;
  isOwn: boolean;
  onClose: () => void;
}

export function RevokeDialog({ token, isOwn, onClose }: RevokeDialogProps) {
  const revoke = useRevokeToken(isOwn);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke “${token.name}”?`}
      description={
        isOwn
          ? "Apps using this token will stop working immediately."
          : "Apps using this token will stop working immediately. The owner will be notified by email."
      }
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      isDestructive
      onConfirm={() => revoke.mutate(token, { onSettled: onClose })}
    />
  );
}
