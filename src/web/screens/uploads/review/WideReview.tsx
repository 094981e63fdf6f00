import { Button, Checkbox } from '@mantine/core'
import { useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Grid, type GridHandle } from '../grid/Grid.tsx'
import type { GridActions } from '../grid/grid-actions.ts'
import { IconBack, IconNext } from '#web/ui/icons.ts'
import { toastWarning } from '#web/ui/toast.ts'
import { FaultList } from './FaultList.tsx'
import { SaveState } from './SaveState.tsx'
import { nextWrong } from './sheet-data.ts'
import type { SheetState } from './use-sheet.ts'
import classes from './Review.module.css'

/** The grid of all rows, and beside it the list of what is wrong in them. */
export function WideReview({ sheet, onGoOn }: { sheet: SheetState; onGoOn: () => void }) {
  const { t } = useTranslation()
  const grid = useRef<GridHandle>(null)
  const { wrong, wrongCount } = sheet
  const goToFault = (step: 1 | -1) => {
    const found = nextWrong(wrong, grid.current?.cell() ?? null, step)
    if (found !== null) grid.current?.goTo(found.row, found.role)
  }
  const actions: GridActions = {
    write: sheet.write,
    undo: sheet.undo,
    redo: sheet.redo,
    goToFault,
    removeRows: (rows) => {
      if (rows.length > 0) sheet.changeRows(rows.map((row) => ({ row, isRemoved: true })))
    },
    tellLeftOut: (count) => toastWarning(t('uploads.grid.leftOut', { count })),
  }
  return (
    <>
      <div className={classes.bar}>
        <h2 className={classes.count} aria-live="polite">
          {t('uploads.faults.count', { count: wrongCount })}
        </h2>
        {wrong.length > 0 && (
          <span className={classes.steps}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconBack size={14} />}
              onClick={() => goToFault(-1)}
            >
              {t('uploads.faults.previous')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<IconNext size={14} />}
              onClick={() => goToFault(1)}
            >
              {t('uploads.faults.next')}
            </Button>
          </span>
        )}
        <SaveState save={sheet.save} />
        <Button className={classes.goOn ?? ''} onClick={onGoOn}>
          {t('uploads.goOn')}
        </Button>
      </div>
      <Tools sheet={sheet} grid={grid} />
      <div className={classes.body} data-clean={wrong.length === 0 || undefined}>
        <div className={classes.grid}>
          <Grid label={t('uploads.grid.label')} data={sheet.data} actions={actions} handle={grid} />
        </div>
        {wrong.length > 0 && (
          <section className={classes.aside} aria-label={t('uploads.faults.list')}>
            <FaultList wrong={wrong} onChoose={({ row, role }) => grid.current?.goTo(row, role)} />
          </section>
        )}
      </div>
    </>
  )
}

function Tools({ sheet, grid }: { sheet: SheetState; grid: RefObject<GridHandle | null> }) {
  const { t } = useTranslation()
  const { wrong, removed } = sheet
  const wrongRows = useMemo(() => new Set(wrong.map(({ row }) => row)), [wrong])
  const remove = () => {
    const chosen = grid.current?.rows() ?? []
    if (chosen.length > 0) sheet.changeRows(chosen.map((row) => ({ row, isRemoved: true })))
  }
  return (
    <div className={classes.tools}>
      <Button size="compact-sm" variant="default" disabled={!sheet.canUndo} onClick={sheet.undo}>
        {t('uploads.tools.undo')}
      </Button>
      <Button size="compact-sm" variant="default" disabled={!sheet.canRedo} onClick={sheet.redo}>
        {t('uploads.tools.redo')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={remove}>
        {t('uploads.tools.remove')}
      </Button>
      {removed.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => sheet.changeRows(removed.map((row) => ({ row, isRemoved: false })))}
        >
          {t('uploads.tools.restore', { count: removed.length })}
        </Button>
      )}
      <Checkbox
        size="sm"
        label={t('uploads.tools.only')}
        checked={sheet.only !== null}
        disabled={sheet.only === null && wrongRows.size === 0}
        onChange={({ currentTarget: { checked } }) => sheet.setOnly(checked ? wrongRows : null)}
      />
      <Checkbox
        size="sm"
        label={t('uploads.tools.columns')}
        checked={sheet.hasAllColumns}
        onChange={({ currentTarget: { checked } }) => sheet.setHasAllColumns(checked)}
      />
      <details className={classes.help}>
        <summary>{t('uploads.tools.help')}</summary>
        <ul>
          {KEYS.map((key) => (
            <li key={key}>{t(`uploads.keys.${key}`)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}

const KEYS = [
  'write',
  'move',
  'range',
  'clear',
  'clipboard',
  'undo',
  'rows',
  'faults',
  'leave',
] as const
