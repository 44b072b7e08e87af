import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { currentQueueState } from "#web/offline-queue/current-queue.ts";
import { queryClient } from "#web/query-client.ts";
import {
  admin,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import { workOrderQuery } from "../queries.ts";
import {
  buildEntry,
  buildSignature,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openOrder = async (user = tenant, overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, { version: 3, ...overrides }),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    ...responses,
  });
  await screen.findByRole("region", { name: "Digital Signature" });
  return portal;
};
const panel = () => within(screen.getByRole("region", { name: "Digital Signature" }));
const canvas = () => document.querySelector("canvas") as HTMLCanvasElement;
const press = (name: string) => userEvent.click(panel().getByRole("button", { name }));

function draw() {
  const at = (clientX: number, clientY: number) => ({
    clientX,
    clientY,
    button: 0,
    buttons: 1,
    isPrimary: true,
    pointerId: 1,
    pointerType: "mouse",
    bubbles: true,
  });
  fireEvent.pointerDown(canvas(), at(20, 20));
  for (const x of [60, 120, 200]) fireEvent.pointerMove(document.defaultView as Window, at(x, 60 + x / 10));
  fireEvent.pointerUp(document.defaultView as Window, { ...at(200, 80), buttons: 0 });
}
const signed = buildWorkOrder(7, {
  version: 4,
  signatureUrl: "/api/work-orders/7/signatures/9",
  signatures: [buildSignature()],
});

describe("signing", () => {
  it.each([
    ["admin", admin],
    ["landlord", landlord],
    ["maintenance", technician],
    ["tenant", tenant],
  ])(
    "SIG-01 SIG-02 SIG-03 SIG-04 SIG-08 %s sees an unsigned 400x150 canvas with its buttons",
    async (_, user) => {
      await openOrder(user);
      expect([canvas().width, canvas().height]).toEqual([400, 150]);
      expect(canvas().className).toContain("bg-white");
      expect(panel().getByRole("button", { name: "Clear" })).toBeTruthy();
      expect(panel().getByRole("button", { name: "Confirm Signature" })).toBeTruthy();
      expect(panel().queryByRole("button", { name: "Sign Again" })).toBeNull();
      expect(panel().getByLabelText("Signed by")).toHaveProperty(
        "value",
        user === technician ? "" : user.fullName,
      );
    },
  );

  it("SIG-05 TST-06 confirming an empty canvas is rejected and sends nothing", async () => {
    const { sent } = await openOrder();
    await press("Confirm Signature");
    await expectToast("No Signature", "Please sign before confirming.", "destructive");
    expect(findCalls(sent, "POST /api/work-orders/7/signature")).toEqual([]);
    expect(panel().queryByText("Signature confirmed successfully")).toBeNull();
  });

  it("SIG-03 SIG-05 Clear empties the signature canvas", async () => {
    await openOrder();
    draw();
    await press("Clear");
    await press("Confirm Signature");
    await expectToast("No Signature", "Please sign before confirming.", "destructive");
    expect(panel().queryByText("Signature confirmed successfully")).toBeNull();
  });

  it("on a technician's phone, the signature covers what the screen showed after the last stroke", async () => {
    const { sent } = await openOrder(
      technician,
      { contentHash: "before" },
      { "POST /api/work-orders/7/signature": signed },
    );
    draw();
    act(() => {
      queryClient.setQueryData(
        workOrderQuery(7).queryKey,
        buildWorkOrder(7, { title: "Changed since", version: 4, contentHash: "after" }),
      );
    });
    await screen.findByRole("heading", { name: "Changed since" });
    await userEvent.type(panel().getByLabelText("Signed by"), technician.fullName);
    await press("Confirm Signature");
    await expectToast("Signature Saved", "Work order has been signed successfully.");
    const [post] = findCalls(sent, "POST /api/work-orders/7/signature");
    expect(post?.body).toEqual({
      signature: "data:image/png;base64,AAAA",
      signedByName: technician.fullName,
      contentHash: "before",
    });
  });

  it("SIG-06 SIG-07 SIG-08 SIG-09 SIG-10 SIG-11 SIG-12 SIG-13 SIG-14 SIG-15 confirming a signature shows a message, saves the signature, shows a second message, and refetches", async () => {
    let response: (value: unknown) => void = () => undefined;
    const { sent } = await openOrder(
      tenant,
      {},
      { "POST /api/work-orders/7/signature": () => new Promise((resolve) => (response = resolve)) },
    );
    draw();
    await press("Confirm Signature");
    await expectToast("Signature Confirmed", "Your signature has been added to the work order.");
    await panel().findByText("Signature confirmed successfully");
    expect(panel().getByText("The signature was added to the work order.")).toBeTruthy();
    expect(document.querySelector("canvas")).toBeNull();
    response(signed);
    await expectToast("Signature Saved", "Work order has been signed successfully.");
    await panel().findByRole("button", { name: "Sign Again" });
    const [post] = findCalls(sent, "POST /api/work-orders/7/signature");
    expect(post?.body).toEqual({ signature: "data:image/png;base64,AAAA", signedByName: "Maria Gonzales" });
    expect(new Headers(post?.init.headers).get("If-Match")).toBe('"3"');
    const after = sent.slice(sent.indexOf(post as SentRequest) + 1);
    await waitFor(() => {
      expect(findCalls(after, "GET /api/work-orders/7/history").length).toBeGreaterThan(0);
      expect(findCalls(after, "GET /api/work-orders").length).toBeGreaterThan(0);
    });
    await press("Sign Again");
    expect(canvas().width).toBe(400);
    expect(panel().queryByText("Signature confirmed successfully")).toBeNull();
  });

  it("SIG-02 the signature pen is black on white", async () => {
    const set: [string, unknown][] = [];
    const pen = new Proxy(
      {},
      { get: () => () => undefined, set: (_, name, value) => set.push([String(name), value]) > 0 },
    );
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(pen as never);
    await openOrder();
    draw();
    const fills = set.filter(([name]) => name === "fillStyle").map(([, value]) => value);
    expect(new Set(fills)).toEqual(new Set(["#ffffff", "#000000"]));
  });

  it("SIG-14 someone else can sign on the technician's phone", async () => {
    const { sent } = await openOrder(technician, {}, { "POST /api/work-orders/7/signature": signed });
    draw();
    await userEvent.type(panel().getByLabelText("Signed by"), "Maria Gonzales");
    await press("Confirm Signature");
    await waitFor(() =>
      expect(findCalls(sent, "POST /api/work-orders/7/signature")[0]?.body).toMatchObject({
        signedByName: "Maria Gonzales",
      }),
    );
  });

  it("SIG-14 a technician's signature without a name is rejected, and names are suggested", async () => {
    const { sent } = await openOrder(technician, { members: ["Ben Ochoa"] });
    const field = panel().getByLabelText("Signed by") as HTMLInputElement;
    const names = [...(field.list?.options ?? [])].map(({ value }) => value);
    expect(names).toEqual(["Maria Gonzales", "Ben Ochoa", "Theo Unger"]);
    draw();
    await press("Confirm Signature");
    expect(panel().getByText("Please enter the signer's name")).toBeTruthy();
    expect(findCalls(sent, "POST /api/work-orders/7/signature")).toEqual([]);
  });

  it("once something is drawn, Confirm Signature is the only way to submit it", async () => {
    await openOrder(tenant, { status: "completed" });
    expect(screen.getByRole("button", { name: "Sign off" })).toBeTruthy();
    draw();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Sign off" })).toBeNull());
    expect(panel().getByRole("button", { name: "Confirm Signature" }).className).toContain("bg-accent");
  });

  it("a mouse or pen draws right away despite the tap prompt, but a finger only after tapping it", async () => {
    await openOrder();
    const request = () => panel().queryByRole("button", { name: "Tap to sign" });
    const onPointerDown = vi.fn<() => void>();
    canvas().addEventListener("pointerdown", onPointerDown);
    fireEvent.pointerDown(request() as Element, { pointerType: "touch", pointerId: 2 });
    expect(onPointerDown).not.toHaveBeenCalled();
    fireEvent.pointerDown(request() as Element, { pointerType: "pen", pointerId: 3 });
    expect(onPointerDown).toHaveBeenCalledOnce();
    expect(request()).toBeNull();
  });

  it("users who can't draw can sign with their written name", async () => {
    const { sent } = await openOrder(tenant, {}, { "POST /api/work-orders/7/signature": signed });
    await press("Type my name");
    await press("Confirm Signature");
    await waitFor(() => expect(findCalls(sent, "POST /api/work-orders/7/signature")).toHaveLength(1));
  });

  it("a signature that couldn't be saved reappears on the canvas", async () => {
    await openOrder(
      tenant,
      {},
      { "POST /api/work-orders/7/signature": problem(503, "Please try again later.") },
    );
    draw();
    await press("Confirm Signature");
    await expectToast("Error", "Please try again later.", "destructive");
    expect(await panel().findByRole("button", { name: "Confirm Signature" })).toBeTruthy();
    expect(panel().queryByText("Signature confirmed successfully")).toBeNull();
  });

  it("a technician's unsent signature is shown, and if it's rejected, the work order is unsigned again", async () => {
    const { responses } = await openOrder(
      technician,
      {},
      { "GET /api/me": unreachable, "POST /api/work-orders/7/signature": unreachable },
    );
    draw();
    await userEvent.type(panel().getByLabelText("Signed by"), technician.fullName);
    await press("Confirm Signature");
    await expectToast("Saved on This Phone", "It will be sent when you're back online.");
    expect(panel().queryByText("Signature confirmed successfully")).toBeNull();
    expect(panel().getByAltText(`Signature of ${technician.fullName}`)).toBeTruthy();
    responses["GET /api/me"] = technician;
    responses["POST /api/work-orders/7/signature"] = problem(409, "Linda signed it after you opened it.");
    act(() => void dispatchEvent(new Event("online")));
    expect(await panel().findByRole("button", { name: "Confirm Signature" })).toBeTruthy();
    expect(panel().queryByAltText(`Signature of ${technician.fullName}`)).toBeNull();
    expect(currentQueueState().changes).toMatchObject([{ kind: "signature", state: "needs-you" }]);
  });

  it("SIG-14 a signed work order shows the signature, the signer, the time, and whether it has changed since", async () => {
    await openOrder(tenant, {
      ...signed,
      signatures: [
        buildSignature({ signedBy: { id: 5, fullName: "Theo Unger" }, changedAfterSigning: true }),
      ],
    });
    expect(panel().getByRole("img", { name: "Signature of Maria Gonzales" }).getAttribute("src")).toBe(
      "/api/work-orders/7/signatures/9",
    );
    expect(panel().getByText(/on Theo Unger's device/).textContent).toBe(
      "Signed by Maria Gonzales on Theo Unger's device, Jan 6, 2:00 AM PT",
    );
    expect(panel().getByText("Changed after signing")).toBeTruthy();
    expect(panel().getByRole("button", { name: "Sign Again" })).toBeTruthy();
  });
});
