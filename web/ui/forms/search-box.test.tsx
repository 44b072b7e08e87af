import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SearchBox } from "#web/ui/forms/search-box.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const NeverLoaded = lazy(() => new Promise<never>(() => {}));
const onSearch = vi.fn<(text: string) => void>();

const Pages = ({ isList }: { isList: boolean }) => (
  <Suspense fallback={<p>Loading</p>}>
    {isList ? <SearchBox label="Search people" value="" onSearch={onSearch} /> : <NeverLoaded />}
  </Suspense>
);

it("a pending search is cancelled when the user leaves the list, even while the next page is loading", () => {
  const { rerender } = render(<Pages isList />);
  fireEvent.change(screen.getByLabelText("Search people"), { target: { value: "Maria" } });
  rerender(<Pages isList={false} />);
  screen.getByText("Loading");
  act(() => void vi.advanceTimersByTime(1000));
  expect(onSearch).not.toHaveBeenCalled();
});
