import { pdfOf } from "./support/documents.ts";
import { expect, long, test } from "./support/journey.ts";
import { uniqueTitle } from "./support/orders.ts";
import { signedIn } from "./support/people.ts";
import { expectToast } from "./support/toasts.ts";

test(
  "ROLE-19 DOC-16 a document uploaded from the page of a unit for its tenant is on that lease and no other",
  long,
  async ({ browser }) => {
    const landlord = await signedIn(browser, "landlord");
    await landlord.goto("/units/3");
    const documents = landlord.getByRole("region", { name: "Documents" });
    await documents.getByRole("link", { name: "Upload" }).click();
    const form = landlord.getByRole("region", { name: "Upload New Document" });
    await expect(form.getByLabel("Building")).toHaveValue("1");
    await expect(form.getByLabel("Unit", { exact: true })).toHaveValue("3");
    const title = uniqueTitle("Keys handed over");
    await form.getByLabel("Title").fill(title);
    await form.getByLabel("Document type").selectOption("Other");
    await expect(form.getByLabel("Visible to")).toHaveValue("staff");
    await form.getByLabel("Visible to").selectOption("The tenant of unit 101");
    const file = { name: "keys.pdf", mimeType: "application/pdf", buffer: pdfOf(20_000) };
    await form.getByLabel("Document file").setInputFiles(file);
    await form.getByRole("button", { name: "Upload Document" }).click();
    await expectToast(landlord, "Document Uploaded", "Your document has been uploaded successfully.");
    await expect(landlord.getByText("Only documents of one unit are shown.")).toBeVisible();

    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
    const tenant = await signedIn(browser, "tenant1", phone);
    await tenant.goto("/leases/1?tab=documents");
    await expect(tenant.getByRole("tab", { name: "Documents" })).toBeInViewport({ ratio: 1 });
    const leaseDocuments = tenant.getByRole("list", { name: "Documents of this lease" });
    await leaseDocuments.getByRole("link", { name: title }).tap();
    await expect(tenant.getByRole("heading", { name: title, level: 1 })).toBeVisible();

    const neighbour = await signedIn(browser, "tenant2");
    await neighbour.goto("/leases/2?tab=documents");
    await expect(neighbour.getByRole("link", { name: "Lease agreement no. 0002" })).toBeVisible();
    await expect(neighbour.getByText(title)).toHaveCount(0);
  },
);
