import { useEffect, useState } from "react";
import { Link } from "wouter";
import { AdministratorStep } from "#domains/set-up/web/administrator-step.tsx";
import { keepDraft, readDraft, type SetUpDraft } from "#domains/set-up/web/draft.ts";
import { OrganisationStep } from "#domains/set-up/web/organisation-step.tsx";
import { SetUpFrame } from "#domains/set-up/web/set-up-frame.tsx";
import { call, userMessageOf } from "#web/api-client.ts";
import { paths } from "#web/paths.ts";
import { askingFor } from "#web/session/page-asked-for.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { readLink } from "../contract.ts";

/** The page of the printed link: the organization, then its first administrator, who is signed in by it. */
export default function BeginPage({ token }: { token: string }) {
  const { link, failure, again } = useLink(token);
  const [draft, setDraft] = useState<SetUpDraft>(readDraft);
  const change = (changes: Partial<SetUpDraft>) => {
    const changed = { ...draft, ...changes };
    keepDraft(changed);
    setDraft(changed);
  };

  if (failure !== undefined)
    return (
      <SetUpFrame title="Set up your portal">
        <Banner
          kind="warning"
          title={userMessageOf(failure)}
          action={
            <Button size="sm" onClick={again}>
              Try again
            </Button>
          }
        />
      </SetUpFrame>
    );
  if (link === undefined)
    return (
      <SetUpFrame title="Set up your portal">
        <Loading className="space-y-4">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-11 w-40" />
        </Loading>
      </SetUpFrame>
    );
  if (link !== "open") return <NotOpen link={link} />;
  return draft.step === 1 ? (
    <OrganisationStep draft={draft} onChange={change} />
  ) : (
    <AdministratorStep token={token} draft={draft} onChange={change} />
  );
}

function useLink(token: string) {
  const [link, setLink] = useState<"open" | "used" | "unknown">();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(readLink, { query: { setup: token }, signal: controller.signal }).then(
      (response) => setLink(response.link),
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(error);
      },
    );
    return () => controller.abort();
  }, [token, attempt]);
  const again = () => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return { link, failure, again };
}

function NotOpen({ link }: { link: "used" | "unknown" }) {
  return (
    <SetUpFrame title="Set up your portal">
      {link === "used" ? (
        <Banner kind="info" title="This link was used: the portal has its administrator.">
          Sign in as the administrator; an unfinished set-up continues where it stopped.
        </Banner>
      ) : (
        <Banner kind="warning" title="This link is not valid or too old.">
          The portal prints a new one when it is restarted. Please copy all of it.
        </Banner>
      )}
      <Link
        href={paths.login}
        state={link === "used" ? askingFor(paths.setUp) : null}
        className={`${buttonClasses({ variant: link === "used" ? "primary" : "secondary" })} mt-5`}
      >
        Sign in
      </Link>
    </SetUpFrame>
  );
}
