/** Skeletons of form fields. */
export function FieldSkeletons({ count }: { count: number }) {
  return (
    <div className="stack" style={{ gap: 20, marginTop: 22 }} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="stack" style={{ gap: 8 }}>
          <i className="sk" style={{ width: 92, height: 14 }} />
          <i className="sk" style={{ height: 52, borderRadius: 12 }} />
        </div>
      ))}
    </div>
  );
}
