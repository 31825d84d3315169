import type { FormHTMLAttributes, ReactNode, Ref } from 'react';

export interface FormPageProps {
  readonly bar: ReactNode;
  readonly children: ReactNode;
  /** Stays in reach of the thumb while the fields scroll (DESIGN 1). */
  readonly foot?: ReactNode;
  /** Without it the page only tells. */
  readonly form?: FormHTMLAttributes<HTMLFormElement> & { readonly ref: Ref<HTMLFormElement> };
  /** Cards on a page of their own colour, as the account's. */
  readonly isCanvas?: boolean;
}

/** A page that is one form. On a wide screen it stands as a card in the middle. */
export function FormPage({ bar, children, foot, form, isCanvas = false }: FormPageProps) {
  const body = (
    <>
      <div className="formpage-b">{children}</div>
      {foot === undefined ? null : <div className="formpage-e">{foot}</div>}
    </>
  );
  return (
    <main className={`scr formpage fade-in ${isCanvas ? 'scr--canvas formpage--canvas' : ''}`}>
      <div className="formpage-c">
        {bar}
        {form === undefined ? (
          <div className="formpage-f">{body}</div>
        ) : (
          <form {...form} className="formpage-f">
            {body}
          </form>
        )}
      </div>
    </main>
  );
}
