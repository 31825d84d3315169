import type { FormHTMLAttributes, ReactNode, Ref } from 'react';

export interface FormPageProps {
  readonly bar: ReactNode;
  readonly children: ReactNode;
  /** Foot that stays in reach while the fields scroll (DESIGN 1). */
  readonly foot?: ReactNode;
  /** Absent if the page only shows something. */
  readonly form?: FormHTMLAttributes<HTMLFormElement> & { readonly ref: Ref<HTMLFormElement> };
  /** True for cards on the canvas colour, as on the account page. */
  readonly isCanvas?: boolean;
}

/** Page with one form. On a wide screen it is a card in the middle. */
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
