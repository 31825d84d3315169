import { articleCalls } from '@candor/contracts/console/content';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { api } from '../../api/console-api.ts';
import { LoadFailed } from '../../parts/LoadFailed.tsx';

/**
 * Preview of a text as the server cleans it, in a frame without scripts, forms or origin (R-OPS-81). It is requested by a
 * press, not at every key.
 */
export function TextPreview(props: { readonly format: 'markdown' | 'html'; readonly source: string }) {
  const { format, source } = props;
  const [shown, setShown] = useState<{ readonly html: string; readonly removed: number } | null>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const preview = () =>
    api.call(articleCalls.preview, { body: { format, source } }).then(
      (made) => {
        setProblem(null);
        setShown(made);
      },
      (error: unknown) => setProblem(error as Error),
    );
  return (
    <Box sx={{ mt: 1 }}>
      <Button variant="outlined" disabled={source.trim() === ''} onClick={() => void preview()}>
        {text.articles.preview}
      </Button>
      {problem !== null && <LoadFailed error={problem} />}
      {shown !== null && (
        <>
          <Typography variant="caption" color="textSecondary" role="status" sx={{ ml: 1.5 }}>
            {text.articles.removed(shown.removed)}
          </Typography>
          <Box
            component="iframe"
            title={text.articles.previewOf}
            sandbox=""
            srcDoc={pageOf(shown.html)}
            sx={{
              display: 'block',
              width: '100%',
              height: 360,
              mt: 1,
              border: 1,
              borderColor: 'divider',
              borderRadius: '12px',
              bgcolor: '#fff',
            }}
          />
        </>
      )}
    </Box>
  );
}

function pageOf(html: string): string {
  return `<!doctype html><meta charset="utf-8"><body>${html}</body>`;
}
