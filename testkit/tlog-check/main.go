// Checks a log with golang.org/x/mod/sumdb/{note,tlog}: go run . <folder> <public key>.
// The folder holds the log's files, and proofs.txt with a line for each proof to check:
// "inclusion <index> <size> <root> <leaf> <hash>..." or "consistency <old size> <old root> <size> <root> <hash>...", in hex.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type folder string

func (f folder) Height() int { return 8 }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		// This library's paths name the height of tiles; those of C2SP do not.
		read, err := os.ReadFile(filepath.Join(string(f), strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		data[i] = read
	}
	return data, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func (f folder) entries(size int64) [][]byte {
	var found [][]byte
	for n := int64(0); int64(len(found)) < size; n++ {
		width := size - n*256
		if width > 256 {
			width = 256
		}
		path := tlog.Tile{H: 8, L: 0, N: n, W: int(width)}.Path()
		bundle := must(os.ReadFile(filepath.Join(string(f), strings.Replace(path, "tile/8/0/", "tile/entries/", 1))))
		for len(bundle) > 0 {
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			found = append(found, bundle[2:end])
			bundle = bundle[end:]
		}
	}
	return found
}

func main() {
	dir := folder(os.Args[1])
	verifier := must(note.NewVerifier(os.Args[2]))
	signed := must(os.ReadFile(filepath.Join(string(dir), "checkpoint")))
	opened := must(note.Open(signed, note.VerifierList(verifier)))
	lines := strings.Split(opened.Text, "\n")
	size := must(strconv.ParseInt(lines[1], 10, 64))
	root := toHash(must(base64.StdEncoding.DecodeString(lines[2])))
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, dir)
	entries := dir.entries(size)
	made := 0
	for i := int64(0); i < size; i += 1 + size/101 {
		proof := must(tlog.ProveRecord(size, i, reader))
		check(tlog.CheckRecord(proof, size, root, i, tlog.RecordHash(entries[i])))
		made++
	}
	tiles := rebuild(dir, entries, root)
	fmt.Printf("size %d tiles %d made %d checked %d\n", size, tiles, made, checkProofs(dir))
}

// rebuild computes the tree from the entries and compares its root and every tile.
func rebuild(dir folder, entries [][]byte, root tlog.Hash) int {
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for n, entry := range entries {
		stored = append(stored, must(tlog.StoredHashes(int64(n), entry, reader))...)
	}
	size := int64(len(entries))
	if must(tlog.TreeHash(size, reader)) != root {
		fail("the entries have another root")
	}
	var tiles []tlog.Tile
	for _, tile := range tlog.NewTiles(8, 0, size) {
		// The list has every partial tile on the way, too.
		if rest := size>>(8*tile.L) - tile.N*256; rest >= 256 || int64(tile.W) == rest {
			tiles = append(tiles, tile)
		}
	}
	data := must(dir.ReadTiles(tiles))
	for i, tile := range tiles {
		if !bytes.Equal(data[i], must(tlog.ReadTileData(tile, reader))) {
			fail("the entries have another tile " + tile.Path())
		}
	}
	return len(tiles)
}

func checkProofs(dir folder) int {
	file := must(os.Open(filepath.Join(string(dir), "proofs.txt")))
	defer file.Close()
	scanner := bufio.NewScanner(file)
	checked := 0
	for scanner.Scan() {
		words := strings.Fields(scanner.Text())
		one, other := number(words[1]), number(words[2])
		if words[0] == "inclusion" {
			check(tlog.CheckRecord(hashes(words[5:]), other, fromHex(words[3]), one, fromHex(words[4])))
		} else {
			other = number(words[3])
			check(tlog.CheckTree(hashes(words[5:]), other, fromHex(words[4]), one, fromHex(words[2])))
		}
		checked++
	}
	return checked
}

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return -1
	}
	return value
}

func hashes(words []string) []tlog.Hash {
	found := make([]tlog.Hash, len(words))
	for i, word := range words {
		found[i] = fromHex(word)
	}
	return found
}

func fromHex(text string) tlog.Hash { return toHash(must(hex.DecodeString(text))) }

func toHash(from []byte) tlog.Hash {
	var hash tlog.Hash
	if copy(hash[:], from) != len(hash) {
		fail("a hash has 32 bytes")
	}
	return hash
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(1)
}
