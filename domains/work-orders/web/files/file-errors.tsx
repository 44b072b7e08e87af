/** An error message for each rejected file. */
export const FileErrors = ({ errors }: { errors: readonly string[] }) =>
  errors.length > 0 && (
    <ul role="alert" className="mt-2 space-y-1 text-red-text text-sm">
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  );
