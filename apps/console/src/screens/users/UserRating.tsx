import { userCalls, type userRating } from '@candor/contracts/console/people';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';
import { useAction } from '../../api/use-action.ts';
import { mayCall } from '../../parts/ActionButton.tsx';
import { FieldGrid, FormCard } from '../../parts/FormCard.tsx';
import { NumberInput, TextInput } from '../../parts/inputs.tsx';

type Rating = z.output<typeof userRating>;
type Typed = Rating & { readonly reason: string };

/** Form of the score and level that the app shows to the user. */
export function UserRating(props: { readonly uid: string; readonly rating: Rating; readonly onSaved: () => void }) {
  const { uid, rating, onSaved } = props;
  const act = useAction();
  const save = async ({ score, level, reason }: Typed) => {
    const body = { score: score ?? 0, level: level ?? 0, reason: reason ?? '' };
    const outcome = await act(userCalls.rate, { params: { uid }, body }, text.common.saved);
    if (outcome.problem === null) onSaved();
    return outcome;
  };
  return (
    <FormCard<Typed>
      record={{ ...rating, reason: '' }}
      label={text.users.setRating}
      isReadOnly={!mayCall(userCalls.rate)}
      onSave={save}
    >
      <FieldGrid>
        <NumberInput source="score" label={text.users.score} min={0} max={1000} />
        <NumberInput source="level" label={text.users.level} min={0} max={100} />
      </FieldGrid>
      <TextInput source="reason" label={text.common.reason} helperText={text.common.reasonHint} />
    </FormCard>
  );
}
