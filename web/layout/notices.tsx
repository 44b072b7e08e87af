import { Suspense } from "react";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const MembershipNotice = lazyPart(() => import("#domains/accounts/web/membership-notice.tsx"));

/** Notices for every page: working from the saved sign-in, and waiting for approval. */
export function Notices({ isOffline }: { isOffline: boolean }) {
  const { membership } = useUser();
  return (
    <div className="mb-6 space-y-3 print:hidden">
      {isOffline && (
        <Banner kind="warning" title="Offline: showing your saved sign-in">
          The server cannot be reached. You can look around; nothing can be changed until it answers again.
        </Banner>
      )}
      {membership !== "active" && (
        <Suspense fallback={<div className="h-16" />}>
          <MembershipNotice />
        </Suspense>
      )}
    </div>
  );
}
