import type { ReactNode } from "react";
import { Link } from "wouter";
import { examples } from "#domains/developers/examples.ts";
import { profilePath } from "#domains/people/paths.ts";
import { Section } from "#web/ui/page/section.tsx";

/** The introduction to the API, with examples. */
export const Guide = () => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <div className="space-y-6">
      <Chapter title="Authentication">
        <p>
          Authenticate with an API token. Create one in{" "}
          <Link href={profilePath} className="underline underline-offset-4">
            your profile
          </Link>{" "}
          with the scopes you need, and send it with every request:
        </p>
        <Code>Authorization: Bearer pmp_...</Code>
        <p>
          A token can do anything you can do within its scopes, except manage your account (password,
          two-factor authentication, tokens). A missing scope returns 403 and names the scope. An expired or
          revoked token returns 401.
        </p>
      </Chapter>
      <Chapter title="Errors">
        <p>
          Errors return a 4xx or 5xx status and a message written for people. <Name>fields</Name> has a
          message for each invalid field. Use <Name>requestId</Name> to find the request in the portal's logs.
        </p>
        <Code>{`{"message": "Please use a title", "code": "invalid",
 "requestId": "...", "fields": {"title": "..."}}`}</Code>
        <p>
          Records you don't have access to also return 404. Money is in whole cents where a field name ends in{" "}
          <Name>Cents</Name>. Times are UTC. Dates are in the property's time zone.
        </p>
      </Chapter>
      <Chapter title="Pagination">
        <p>
          <Name>limit</Name> (1–200) sets the page size. The <Name>Link</Name> response header has the URL of
          the next page, if any. Or use <Name>page</Name> with <Name>pageSize</Name> (1–100) to reach the
          first 10,000 rows. To read all of a longer list, follow the links without <Name>sort</Name>.{" "}
          <Name>X-Total-Count</Name> is the total, or <Name>10,000+</Name> for more.
        </p>
      </Chapter>
      <Chapter title="Idempotency">
        <p>
          Send an <Name>Idempotency-Key</Name> with any write. Retrying within 30 days with the same key and
          body returns the original response and changes nothing. <Name>If-Match</Name> with a record's
          version rejects the update if someone else has changed it.
        </p>
      </Chapter>
      <Chapter title="Webhooks">
        <p>
          Instead of polling, subscribe to webhooks. An administrator adds your URL, and we POST events with{" "}
          <Name>id</Name>, <Name>kind</Name>, <Name>at</Name>, <Name>subject</Name>, <Name>propertyId</Name>,{" "}
          <Name>by</Name>, and <Name>details</Name>. Call the API for more. Verify the signature, respond with
          200 right away, and ignore event ids you've already processed. Events can arrive late or more than
          once.
        </p>
        <Code>{`Portal-Signature: t=SECONDS,v1=HEX
HEX = HMAC-SHA256(secret, SECONDS + "." + body)`}</Code>
      </Chapter>
      <Chapter title="Rate limits">
        <p>
          Each token can make 600 requests per minute. Beyond that, you get 429 with <Name>Retry-After</Name>{" "}
          in seconds. The same header comes with 503 when the portal is busy or its database is unavailable.
        </p>
      </Chapter>
    </div>
    <Chapter title="Examples">
      <p>Set your portal URL and token:</p>
      <Code>{`PORTAL=${location.origin}
TOKEN=pmp_...`}</Code>
      {examples.map(({ title, description, command }) => (
        <section key={title} className="space-y-2 pt-2">
          <h3 className="text-base">{title}</h3>
          <p>{description}</p>
          <Code>{command}</Code>
        </section>
      ))}
    </Chapter>
  </div>
);

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <div className="space-y-3 px-(--inset) pt-4 pb-5">{children}</div>
  </Section>
);

const Name = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>;

const Code = ({ children }: { children: string }) => (
  <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-sunken px-3 py-2.5 font-mono text-sm">
    <code>{children}</code>
  </pre>
);
