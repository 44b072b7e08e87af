interface RowBoxProps {
  /** Read by screen readers. */
  label: string;
  isChecked: boolean;
  /** Whether it stands for several, of which some are checked. */
  isPartly?: boolean;
  /** @param isRange whether Shift is held: all from the last one on are meant */
  onChange: (isChecked: boolean, isRange: boolean) => void;
}

/** A check box of a row or a card. Its padding is part of the target. */
export const RowBox = ({ label, isChecked, isPartly = false, onChange }: RowBoxProps) => (
  <label className="-m-3 flex cursor-pointer p-3 print:hidden">
    <input
      aria-label={label}
      ref={(box) => {
        if (box !== null) box.indeterminate = isPartly;
      }}
      type="checkbox"
      checked={isChecked}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, (nativeEvent as Partial<MouseEvent>).shiftKey === true)
      }
      className="size-4.5 shrink-0 cursor-pointer rounded accent-accent"
    />
  </label>
);
