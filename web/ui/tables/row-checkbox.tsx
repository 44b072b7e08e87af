interface RowCheckboxProps {
  /** Read by screen readers. */
  label: string;
  isChecked: boolean;
  /** Whether it stands for several rows and only some are checked. */
  isIndeterminate?: boolean;
  /** @param isRange whether Shift is held, which includes all rows since the last click */
  onChange: (isChecked: boolean, isRange: boolean) => void;
}

/** A checkbox of a row or a card. Its padding can be clicked too. */
export const RowCheckbox = ({ label, isChecked, isIndeterminate = false, onChange }: RowCheckboxProps) => (
  <label className="-m-3 flex cursor-pointer p-3 print:hidden">
    <input
      aria-label={label}
      ref={(box) => {
        if (box !== null) box.indeterminate = isIndeterminate;
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
