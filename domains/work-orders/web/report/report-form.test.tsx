import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { admin, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import { captureUploads } from "#web/testing/uploads.ts";
import { buildWorkOrder, expectToast, fakeCanvas, findCalls, openAs } from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

let previews: Set<string>;
beforeEach(() => {
  previews = new Set();
  let last = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    last += 1;
    previews.add(`blob:${last}`);
    return `blob:${last}`;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void previews.delete(url));
});

const photo = (name: string, type = "image/png", size = 10) =>
  Object.defineProperty(new File(["x"], name, { type }), "size", { value: size });
const buildings = [
  { id: 1, name: "Harborview Center", address: "1 Harbor Way", image: null },
  { id: 2, name: "Canal House", address: "2 Canal Street", image: null },
];
const field = (label: string) => screen.findByLabelText(label);
const submit = async () => userEvent.click(await screen.findByRole("button", { name: "Submit Work Order" }));
const photoInput = async () => (await field("Photos")) as HTMLInputElement;
const addPhotos = async (...files: File[]) => fireEvent.change(await photoInput(), { target: { files } });
const getSelected = () =>
  screen.queryAllByRole("img", { name: /\.(png|jpg|gif)$/ }).map((image) => image.getAttribute("alt"));

async function fillIn(words: Partial<Record<"title" | "description" | "location", string>> = {}) {
  await userEvent.type(await field("Title"), words.title ?? "Tap drips");
  await userEvent.type(await field("Description"), words.description ?? "It drips all night long.");
  await userEvent.type(await field("Location"), words.location ?? "Room 4");
  await userEvent.selectOptions(await field("Category"), "Plumbing");
  await userEvent.selectOptions(await field("Priority"), "high");
}

describe("reporting a problem", () => {
  it("WO-09 WO-10 WO-56 the form for reporting a problem opens above the list", async () => {
    await openAs(tenant, "/work-orders");
    const button = await screen.findByRole("button", { name: "New Work Order" });
    expect(screen.queryByLabelText("Title")).toBeNull();
    await userEvent.click(button);
    const title = await field("Title");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "New Work Order" }));
    expect(location.pathname).toBe("/work-orders/new");
    const list = screen.getByRole("tablist", { name: "View" });
    expect(title.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
  });

  it("REG-21 a pending user without a unit sees a notice instead of the form", async () => {
    await openAs({ ...tenant, membership: "pending", unitId: null }, "/work-orders/new");
    await screen.findByText("Your unit hasn't been set yet");
    expect(screen.queryByLabelText("Title")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(location.pathname).toBe("/work-orders"));
  });

  it("WO-58 WO-59 WO-60 WO-62 WO-63 an empty work order form shows what is missing and sends nothing", async () => {
    const { sent } = await openAs(tenant, "/work-orders/new");
    await submit();
    for (const sentence of [
      "Title must be at least 5 characters",
      "Please provide a detailed description",
      "Please select a category",
      "Location must be at least 3 characters",
      "Please select a priority level",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders")).toEqual([]);
  });

  it.each([
    ["Title", "Four", "Fives", "Title must be at least 5 characters"],
    ["Description", "Nine char", "Ten chars.", "Please provide a detailed description"],
    ["Location", "4b", "4bc", "Location must be at least 3 characters"],
  ])(
    "WO-58 WO-59 WO-62 the work order form shows a message until %s reaches its minimum length",
    async (label, tooShort, longEnough, sentence) => {
      await openAs(tenant, "/work-orders/new");
      await userEvent.type(await field(label), tooShort);
      await submit();
      await screen.findByText(sentence);
      await userEvent.clear(await field(label));
      await userEvent.type(await field(label), longEnough);
      await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    },
  );

  it("WO-61 WO-64 the work order form offers the specified categories and priorities", async () => {
    await openAs(tenant, "/work-orders/new");
    const values = (select: HTMLElement) =>
      within(select)
        .getAllByRole("option")
        .map((option) => (option as HTMLOptionElement).value);
    expect(values(await field("Category"))).toEqual([
      "",
      "Electrical",
      "Plumbing",
      "HVAC",
      "Structural",
      "Maintenance",
      "Other",
    ]);
    expect(values(await field("Priority"))).toEqual(["", "low", "medium", "high", "urgent"]);
  });

  it("TST-07 WO-57 WO-65 WO-70 WO-71 WO-72 a problem is sent as multipart, then the form closes and lists and stats are refetched", async () => {
    const { sent } = await openAs(tenant, "/work-orders/new", {
      "POST /api/work-orders": buildWorkOrder(63),
    });
    await fillIn();
    const statsBefore = findCalls(sent, "GET /api/dashboard/stats").length;
    await submit();
    await expectToast("Work Order Created", "Your work order has been submitted successfully.");
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    const [post] = findCalls(sent, "POST /api/work-orders");
    expect(Object.fromEntries(post?.body as FormData)).toEqual({
      title: "Tap drips",
      description: "It drips all night long.",
      category: "Plumbing",
      location: "Room 4",
      priority: "high",
      status: "open",
    });
    expect(new Headers(post?.init.headers).get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
    const after = sent.slice(sent.indexOf(post as SentRequest) + 1);
    expect(findCalls(after, "GET /api/work-orders").length).toBeGreaterThan(0);
    expect(findCalls(sent, "GET /api/dashboard/stats").length).toBeGreaterThan(statsBefore);
  });

  it("after reporting a problem, a tenant sees the work order's number and what happens next and can open it", async () => {
    await openAs(tenant, "/work-orders/new", {
      "POST /api/work-orders": buildWorkOrder(63),
      "GET /api/work-orders/63": buildWorkOrder(63),
      "GET /api/work-orders/63/history": [],
    });
    await fillIn();
    await submit();
    const notice = within(await screen.findByRole("region", { name: "Problem reported" }));
    expect(document.activeElement).toBe(notice.getByRole("heading", { name: "Reported as #WO-0063" }));
    const sentence =
      "Your property manager will assign someone. You'll be notified about a visit and when the work is done.";
    expect(notice.getByText(sentence)).toBeTruthy();
    await userEvent.click(notice.getByRole("link", { name: "View Work Order" }));
    await screen.findByRole("dialog", { name: "Work Order #WO-0063" });
  });

  it("the report form and its confirmation open at the top", async () => {
    const scroll = vi.spyOn(window, "scrollTo");
    await openAs(tenant, "/work-orders", { "POST /api/work-orders": buildWorkOrder(63) });
    await userEvent.click(await screen.findByRole("button", { name: "New Work Order" }));
    await field("Title");
    expect(scroll.mock.calls).toEqual([[0, 0]]);
    await fillIn();
    await submit();
    const notice = await screen.findByRole("region", { name: "Problem reported" });
    expect(scroll.mock.calls).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await userEvent.click(within(notice).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("region", { name: "Problem reported" })).toBeNull();
  });

  it("WO-73 ERR-03 a rejected report shows the server's message and keeps the form open", async () => {
    await openAs(tenant, "/work-orders/new", {
      "POST /api/work-orders": problem(400, "Work orders are closed for this property."),
    });
    await fillIn();
    await submit();
    await expectToast("Error", "Work orders are closed for this property.", "destructive");
    expect(await field("Title")).toHaveProperty("value", "Tap drips");
  });

  it.each([
    ["an empty response", () => new Response(null, { status: 500, statusText: "Internal Server Error" })],
    ["no response", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("TST-09 WO-73 %s: the report form shows the default message", async (_, response) => {
    await openAs(tenant, "/work-orders/new", { "POST /api/work-orders": response });
    await fillIn();
    await submit();
    await expectToast("Error", "Failed to create work order. Please try again.", "destructive");
    expect(await field("Title")).toHaveProperty("value", "Tap drips");
  });

  it("a retried report uses the same idempotency key, and a changed report uses a new one", async () => {
    const { sent } = await openAs(tenant, "/work-orders/new", {
      "POST /api/work-orders": problem(503, "Later."),
    });
    await fillIn();
    await submit();
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders")).toHaveLength(1));
    await submit();
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders")).toHaveLength(2));
    await userEvent.type(await field("Title"), " badly");
    await submit();
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders")).toHaveLength(3));
    const keys = findCalls(sent, "POST /api/work-orders").map(({ init }) =>
      new Headers(init.headers).get("Idempotency-Key"),
    );
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("WO-66 WO-67 WO-68 WO-69 photos can be added in several steps and removed one at a time", async () => {
    await openAs(tenant, "/work-orders/new");
    const input = await photoInput();
    expect(input.accept).toBe("image/png,image/jpeg,image/gif");
    expect(input.multiple).toBe(true);
    expect(screen.getByText("PNG, JPG, GIF up to 10MB")).toBeTruthy();
    await addPhotos(photo("one.png"), photo("two.jpg", "image/jpeg"));
    await addPhotos(photo("three.gif", "image/gif"));
    await waitFor(() => expect(getSelected()).toEqual(["one.png", "two.jpg", "three.gif"]));
    await userEvent.click(screen.getByRole("button", { name: "Remove two.jpg" }));
    expect(getSelected()).toEqual(["one.png", "three.gif"]);
    expect(previews.size).toBe(2);
  });

  it("WO-66 WO-74 files that aren't images, are too large, or exceed the limit of photos are rejected with a message", async () => {
    await openAs(tenant, "/work-orders/new");
    await addPhotos(
      photo("notes.txt", "text/plain"),
      photo("vector.svg", "image/svg+xml"),
      photo("huge.png", "image/png", 10 * 1024 * 1024 + 1),
      photo("fits.png", "image/png", 10 * 1024 * 1024),
    );
    await screen.findByText("notes.txt is not a PNG, JPG, or GIF, so it wasn't added.");
    expect(screen.getByText("vector.svg is not a PNG, JPG, or GIF, so it wasn't added.")).toBeTruthy();
    expect(screen.getByText("huge.png is larger than 10 MB, so it wasn't added.")).toBeTruthy();
    expect(getSelected()).toEqual(["fits.png"]);
    await addPhotos(...Array.from({ length: 10 }, (_, index) => photo(`more-${index}.png`)));
    await screen.findByText("Work orders can have up to 10 photos, so 1 wasn't added.");
    expect(getSelected()).toHaveLength(10);
  });

  it("WO-70 photos are sent as repeated `images` fields with cookies, and progress is shown", async () => {
    const requests = captureUploads();
    await openAs(tenant, "/work-orders/new");
    await fillIn();
    await addPhotos(photo("one.png"), photo("two.png"));
    await submit();
    await waitFor(() => expect(requests).toHaveLength(1));
    const [request] = requests;
    expect(request?.opened).toBe("POST /api/work-orders");
    expect(request?.withCredentials).toBe(true);
    expect(request?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(request?.body?.getAll("images").map((file) => (file as File).name)).toEqual([
      "one.png",
      "two.png",
    ]);
    expect(request?.body?.get("status")).toBe("open");
    request?.sent(40, 100);
    await waitFor(() => expect(screen.getByRole("progressbar")).toHaveProperty("value", 40));
    request?.response(201, buildWorkOrder(63));
    await expectToast("Work Order Created", "Your work order has been submitted successfully.");
  });

  it("WO-74 photos that are too large are shrunk before they're sent, and an error below the field names any that can't be shrunk", async () => {
    const requests = captureUploads();
    const panorama = { width: 16_382, height: 3_628, close: () => undefined };
    const decode = vi.fn<() => Promise<typeof panorama>>(async () => panorama);
    vi.stubGlobal("createImageBitmap", decode);
    vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((use) => use(new Blob(["small"])));
    await openAs(tenant, "/work-orders/new");
    await fillIn();
    await addPhotos(photo("panorama.jpg", "image/jpeg", 13_000_000));
    expect(getSelected()).toEqual(["panorama.jpg"]);
    decode.mockRejectedValueOnce(new Error("not an image"));
    await submit();
    const message = "panorama.jpg couldn't be read. Retake it or choose another photo.";
    await expectToast("Error", message, "destructive");
    const getErrors = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
    expect(getErrors()).toContain(message);
    expect(requests).toEqual([]);
    await submit();
    await waitFor(() => expect(requests).toHaveLength(1));
    const sent = requests[0]?.body.getAll("images")[0] as File | undefined;
    expect([sent?.name, sent?.type, sent?.size]).toEqual(["panorama.jpg", "image/jpeg", 5]);
    requests[0]?.response(400, {
      message: "panorama.jpg isn't a readable image.",
      code: "invalid",
      requestId: "r-1",
      fields: { images: "panorama.jpg isn't a readable image." },
    });
    await waitFor(() => expect(getErrors()).toContain("panorama.jpg isn't a readable image."));
  });

  it.each([
    ["Cancel", "button", "/work-orders"],
    ["a link to another page, after a confirmation,", "link", "/documents"],
  ] as const)(
    "%s cancels the upload: no work order is created, and the text is kept",
    async (_, role, path) => {
      const requests = captureUploads();
      await openAs(tenant, "/work-orders");
      await userEvent.click(await screen.findByRole("button", { name: "New Work Order" }));
      await fillIn();
      await addPhotos(photo("one.png"));
      await submit();
      await waitFor(() => expect(requests).toHaveLength(1));
      const name = role === "link" ? "Documents" : "Cancel";
      let isEndedUnasked: boolean | undefined = false;
      await userEvent.click(screen.getAllByRole(role, { name })[0] as HTMLElement);
      if (role === "link") {
        await screen.findByText("Leave while this is uploading?");
        isEndedUnasked = requests[0]?.isAborted;
        await userEvent.click(screen.getByRole("button", { name: "Leave" }));
      }
      expect(isEndedUnasked).toBe(false);
      await waitFor(() => expect(requests[0]?.isAborted).toBe(true));
      expect(location.pathname).toBe(path);
      expect(document.querySelector("[data-toast-viewport] > li")).toBeNull();
      expect(localStorage.getItem(`draft:${tenant.id}:report`)).toContain("Tap drips");
    },
  );

  it("a response that arrives after the user has left the report form doesn't change their current page", async () => {
    let respond = (_: unknown) => {};
    await openAs(tenant, "/work-orders", {
      "POST /api/work-orders": () => new Promise((resolve) => (respond = resolve)),
    });
    await userEvent.click(await screen.findByRole("button", { name: "New Work Order" }));
    await fillIn();
    await submit();
    await userEvent.click(screen.getAllByRole("link", { name: "Documents" })[0] as HTMLElement);
    respond(buildWorkOrder(63));
    await expectToast("Work Order Created", "Your work order has been submitted successfully.");
    expect(location.pathname).toBe("/documents");
    expect(localStorage.getItem(`draft:${tenant.id}:report`)).toBeNull();
  });

  it("the text of a report survives a reload and is removed once the report is sent", async () => {
    const responses = { "POST /api/work-orders": buildWorkOrder(63) };
    const { unmount } = await openAs(tenant, "/work-orders/new", responses);
    await fillIn({ title: "Lamp flickers" });
    unmount();
    expect(localStorage.getItem(`draft:${tenant.id}:report`)).toContain("Lamp flickers");
    await openAs(tenant, "/work-orders/new", responses);
    expect(await field("Title")).toHaveProperty("value", "Lamp flickers");
    expect(await field("Category")).toHaveProperty("value", "Plumbing");
    expect(screen.getByText("We saved your draft.")).toBeTruthy();
    await submit();
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    expect(localStorage.getItem(`draft:${tenant.id}:report`)).toBeNull();
  });

  it("a report form opened again while the report is being sent is empty once it's sent", async () => {
    let respond = (_: unknown) => {};
    await openAs(tenant, "/work-orders/new", {
      "POST /api/work-orders": () => new Promise((resolve) => (respond = resolve)),
    });
    await fillIn({ title: "Sent slowly" });
    await submit();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "New Work Order" }));
    expect(await field("Title")).toHaveProperty("value", "Sent slowly");
    respond(buildWorkOrder(7));
    await expectToast("Work Order Created", "Your work order has been submitted successfully.");
    expect(await field("Title")).toHaveProperty("value", "");
    expect(screen.queryByText("We saved your draft.")).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.endsWith(":report"))).toEqual([]);
  });

  it("staff with several properties select one in the report form", async () => {
    const { sent } = await openAs(admin, "/work-orders/new", {
      "GET /api/buildings": buildings,
      "POST /api/work-orders": buildWorkOrder(63),
    });
    await field("Property");
    await fillIn();
    await submit();
    await screen.findByText("Please select a property");
    await userEvent.selectOptions(await field("Property"), "2");
    await submit();
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders")).toHaveLength(1));
    const form = findCalls(sent, "POST /api/work-orders")[0]?.body as FormData;
    expect(form.get("propertyId")).toBe("2");
  });

  it("staff can select a unit at the property, and changing the property changes the options", async () => {
    const unit = (id: number, propertyId: number, unitNumber: string) => ({
      id,
      propertyId,
      unitNumber,
      type: "office",
      status: "vacant",
    });
    const { sent } = await openAs(admin, "/work-orders/new", {
      "GET /api/buildings": buildings,
      "GET /api/properties/1/units": [unit(3, 1, "101"), unit(4, 1, "102")],
      "GET /api/properties/2/units": [unit(7, 2, "B1")],
      "POST /api/work-orders": buildWorkOrder(63),
    });
    await fillIn();
    expect(screen.queryByLabelText("Unit")).toBeNull();
    await userEvent.selectOptions(await field("Property"), "1");
    await userEvent.selectOptions(await field("Unit"), "4");
    await userEvent.selectOptions(await field("Property"), "2");
    await screen.findByRole("option", { name: "Unit B1" });
    expect(await field("Unit")).toHaveProperty("value", "");
    await userEvent.selectOptions(await field("Unit"), "7");
    await submit();
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders")).toHaveLength(1));
    const [post] = findCalls(sent, "POST /api/work-orders");
    expect(post?.body instanceof FormData && post.body.get("unitId")).toBe("7");
  });

  it("one tap on a common problem fills in title, category, priority, and the tenant's unit without replacing typed text", async () => {
    const unit = { id: 3, propertyId: 1, unitNumber: "101", type: "office", status: "occupied" };
    await openAs(tenant, "/work-orders/new", { "GET /api/properties/1/units": [unit] });
    await waitFor(async () => expect(await field("Location")).toHaveProperty("value", "Unit 101"));
    const tap = (name: string) => userEvent.click(screen.getByRole("button", { name }));
    const values = async () =>
      Promise.all(
        ["Title", "Category", "Priority", "Location"].map(
          async (name) => ((await field(name)) as HTMLInputElement).value,
        ),
      );
    await tap("Water leak");
    expect(await values()).toEqual(["Water leak", "Plumbing", "high", "Unit 101"]);
    expect(screen.getByRole("button", { name: "Water leak" }).getAttribute("aria-pressed")).toBe("true");
    await tap("Lights not working");
    expect(await values()).toEqual(["Lights not working", "Electrical", "medium", "Unit 101"]);
    await userEvent.clear(await field("Title"));
    await userEvent.type(await field("Title"), "Rain in the hall");
    await userEvent.clear(await field("Location"));
    await userEvent.type(await field("Location"), "Hall");
    await tap("Water leak");
    expect(await values()).toEqual(["Rain in the hall", "Plumbing", "high", "Hall"]);
  });
});
