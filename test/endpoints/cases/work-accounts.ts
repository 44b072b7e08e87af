import type { IdentityProvider } from "#server/integrations/identity-provider.ts";
import { access, type EndpointCases } from "../access.ts";
import type { EndpointFixtures } from "../fixtures.ts";

const issuer = "https://login.example";

/** Signs in this person. The protocol is tested with a real provider. */
const knowingOnly = (subject: string): IdentityProvider => ({
  issuer,
  emailDomains: ["example.com"],
  startSignIn: async () => ({
    url: new URL("/authorize", issuer),
    pending: { state: "a", nonce: "b", codeVerifier: "c" },
  }),
  finishSignIn: async () => ({
    issuer,
    subject,
    email: null,
    isEmailVerified: false,
    managedBy: null,
    name: "",
    hasTwoFactor: false,
  }),
});

/** Creates a person with a linked work account. */
async function createLinked({
  newPerson,
  portal: { db, services, clock },
}: EndpointFixtures): Promise<number> {
  const { id } = await newPerson({ role: "landlord" });
  services.identityProvider = knowingOnly(`subject-${id}`);
  await db
    .insertInto("work_accounts")
    .values({
      user_id: id,
      issuer,
      subject: `subject-${id}`,
      linked_at: clock.now,
      last_used_at: clock.now,
    })
    .execute();
  return id;
}

export const workAccountCases: EndpointCases = {
  "POST /api/login/work-account": access.anyone(({ portal }) => {
    portal.services.identityProvider = knowingOnly("");
    return {};
  }),
  "POST /api/login/work-account/finish": access.anyone(async (fixtures) => {
    await createLinked(fixtures);
    const [cookie] = (await fixtures.portal.call("POST", "/api/login/work-account")).cookies;
    return { body: { query: "code=x" }, cookie: `${cookie?.name}=${cookie?.value}` };
  }),
  "POST /api/users/:id/work-account/unlink": access.adminOnly(async (fixtures) => ({
    params: { id: await createLinked(fixtures) },
  })),
};
