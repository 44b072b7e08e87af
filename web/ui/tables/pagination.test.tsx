import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listPagesAround, Pagination } from "#web/ui/tables/pagination.tsx";

afterEach(cleanup);

describe("pagination", () => {
  it("WO-17 pagination shows the range of results and is hidden if there's only one page", () => {
    const { container, rerender } = render(
      <Pagination page={2} pageSize={5} total={12} onPageChange={() => {}} />,
    );
    screen.getByText("Showing 6 to 10 of 12 results");
    rerender(<Pagination page={3} pageSize={5} total={12} onPageChange={() => {}} />);
    screen.getByText("Showing 11 to 12 of 12 results");
    rerender(<Pagination page={1} pageSize={5} total={5} onPageChange={() => {}} />);
    expect(container.textContent).toBe("");
  });

  it("pagination links to the previous, the next, and numbered pages", async () => {
    const onPage = vi.fn<(page: number) => void>();
    render(<Pagination page={2} pageSize={5} total={20} onPageChange={onPage} />);
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await userEvent.click(screen.getByRole("button", { name: "Page 4" }));
    expect(onPage.mock.calls).toEqual([[1], [3], [4]]);
  });

  it("Previous is disabled on the first page and Next on the last", () => {
    const { rerender } = render(<Pagination page={1} pageSize={5} total={8} onPageChange={() => {}} />);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Previous" }).disabled).toBe(true);
    rerender(<Pagination page={2} pageSize={5} total={8} onPageChange={() => {}} />);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
    rerender(<Pagination page={3} pageSize={5} total={10_001} onPageChange={() => {}} />);
    screen.getByText("Showing 11 to 15 of 10,000+ results");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(false);
  });

  it("pagination offers no page beyond the server's limit, and the last page shows a hint", () => {
    const end = "That's as far as page numbers go. Use a filter or search to narrow the list.";
    const { rerender } = render(
      <Pagination page={199} pageSize={50} total={60_000} onPageChange={() => {}} />,
    );
    expect(screen.queryByText(end)).toBeNull();
    expect(screen.queryByRole("button", { name: "Page 201" })).toBeNull();
    rerender(<Pagination page={200} pageSize={50} total={60_000} onPageChange={() => {}} />);
    screen.getByText(end);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
    rerender(<Pagination page={200} pageSize={50} total={10_000} onPageChange={() => {}} />);
    expect(screen.queryByText(end)).toBeNull();
  });

  it.each([
    [1, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 20, [1, 2, null, 20]],
    [3, 20, [1, 2, 3, 4, null, 20]],
    [10, 20, [1, null, 9, 10, 11, null, 20]],
    [18, 20, [1, null, 17, 18, 19, 20]],
  ])("on page %i of %i, pagination offers %j", (page, pageCount, expected) => {
    expect(listPagesAround(page, pageCount)).toEqual(expected);
  });
});
