// The digest of stored requests and responses, recomputed from their protobuf JSON alone: an implementation that shares
// nothing with the package. docs/digest.md and the BLAKE3 paper are all it rests on.
//
// Reads lines of {"request": ..., "response": ...}, each response of VIEW_FULL with offsets in UTF-8 bytes and
// `effectiveConfig`, and prints a digest for each. A line {"bytes": N} asks for BLAKE3 of the N bytes 0, 1, ..., 250,
// 0, ...: the test vectors of the reference implementation.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"math/bits"
	"os"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

const (
	blockBytes = 64
	chunkBytes = 1024

	chunkStart = 1
	chunkEnd   = 2
	parent     = 4
	root       = 8
)

type words [8]uint32

var (
	initial     = words{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19}
	permutation = [16]int{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8}
	// The four columns of a round, then its four diagonals.
	mixed = [8][4]int{
		{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
		{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
	}
)

func compress(chaining words, block [blockBytes]byte, size int, counter uint64, flags uint32) words {
	var message [16]uint32
	for i := range message {
		message[i] = binary.LittleEndian.Uint32(block[4*i:])
	}
	var state [16]uint32
	copy(state[:], chaining[:])
	copy(state[8:], initial[:4])
	state[12], state[13], state[14], state[15] = uint32(counter), uint32(counter>>32), uint32(size), flags
	for round := 0; round < 7; round++ {
		for i, place := range mixed {
			a, b, c, d := &state[place[0]], &state[place[1]], &state[place[2]], &state[place[3]]
			*a += *b + message[2*i]
			*d = bits.RotateLeft32(*d^*a, -16)
			*c += *d
			*b = bits.RotateLeft32(*b^*c, -12)
			*a += *b + message[2*i+1]
			*d = bits.RotateLeft32(*d^*a, -8)
			*c += *d
			*b = bits.RotateLeft32(*b^*c, -7)
		}
		var next [16]uint32
		for i, from := range permutation {
			next[i] = message[from]
		}
		message = next
	}
	var out words
	for i := range out {
		out[i] = state[i] ^ state[i+8]
	}
	return out
}

func chunk(data []byte, counter uint64, flags uint32) words {
	chaining := initial
	start := uint32(chunkStart)
	for len(data) > blockBytes {
		chaining = compress(chaining, [blockBytes]byte(data), blockBytes, counter, start)
		data, start = data[blockBytes:], 0
	}
	var last [blockBytes]byte
	copy(last[:], data)
	return compress(chaining, last, len(data), counter, start|chunkEnd|flags)
}

func subtree(data []byte, counter uint64, flags uint32) words {
	if len(data) <= chunkBytes {
		return chunk(data, counter, flags)
	}
	// To the left goes the largest power of two of chunks that leaves something to the right.
	left := chunkBytes << (bits.Len(uint((len(data)-1)/chunkBytes)) - 1)
	pair := [2]words{subtree(data[:left], counter, 0), subtree(data[left:], counter+uint64(left/chunkBytes), 0)}
	var block [blockBytes]byte
	for i := 0; i < 16; i++ {
		binary.LittleEndian.PutUint32(block[4*i:], pair[i/8][i%8])
	}
	return compress(initial, block, blockBytes, 0, parent|flags)
}

func blake3(data []byte) string {
	var out []byte
	for _, word := range subtree(data, 0, root) {
		out = binary.LittleEndian.AppendUint32(out, word)
	}
	return hex.EncodeToString(out)
}

type object = map[string]any

func write(out []byte, value any) []byte {
	sized := func(sign byte, size int) []byte {
		return binary.BigEndian.AppendUint64(append(out, sign), uint64(size))
	}
	switch value := value.(type) {
	case bool:
		if value {
			return append(out, 't')
		}
		return append(out, 'f')
	case string:
		return append(sized('s', len(value)), value...)
	case float64:
		return binary.BigEndian.AppendUint64(append(out, 'n'), math.Float64bits(value))
	case []any:
		out = sized('l', len(value))
		for _, item := range value {
			out = write(out, item)
		}
		return out
	case object:
		items := object{}
		var names []string
		for name, item := range value {
			items[schemaName(name)] = item
			names = append(names, schemaName(name))
		}
		sort.Strings(names)
		out = sized('m', len(names))
		for _, name := range names {
			out = write(write(out, name), items[name])
		}
		return out
	}
	log.Fatalf("a value of type %T", value)
	return nil
}

// The name of a field in the .proto files: answerSpan is answer_span.
func schemaName(name string) string {
	var out strings.Builder
	for _, sign := range name {
		if unicode.IsUpper(sign) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(sign))
	}
	return out.String()
}

func text(value any) string {
	found, _ := value.(string)
	return found
}

func digest(request, response object) string {
	sources := []any{}
	given, _ := request["sources"].([]any)
	for number, one := range given {
		source := object{}
		for name, item := range one.(object) {
			source[name] = item
		}
		if text(source["sourceId"]) == "" {
			source["sourceId"] = strconv.Itoa(number + 1)
		}
		sources = append(sources, source)
	}
	config := object{}
	for name, item := range response["effectiveConfig"].(object) {
		if name != "view" && name != "offsetUnit" && !strings.HasPrefix(name, "want") {
			config[name] = item
		}
	}
	judgement := object{}
	for _, name := range []string{
		"outcome", "classification", "supportScore", "claims", "quantities", "citations", "quotes", "sources", "wordMatch",
		"findings", "coverage",
	} {
		if item, there := response[name]; there {
			judgement[name] = item
		}
	}
	answer, plain := request["answerText"]
	if !plain {
		answer = response["answerText"]
	}
	content := object{
		"format":        "verify-sidecar/digest/1",
		"engineVersion": text(response["engineVersion"]),
		"answerText":    text(answer),
		"questionText":  text(request["questionText"]),
		"asOfDate":      text(request["asOfDate"]),
		"sources":       sources,
		"config":        config,
		"judgement":     judgement,
	}
	if structured, there := request["structuredAnswer"].(object); there {
		flag, _ := structured["insufficientEvidence"].(bool)
		claims, _ := structured["claims"].([]any)
		ids := []any{}
		for _, claim := range claims {
			cited, _ := claim.(object)["citationIds"].([]any)
			ids = append(ids, cited)
		}
		content["insufficientEvidence"], content["citationIds"] = flag, ids
	}
	return blake3(write(nil, content))
}

func main() {
	lines := json.NewDecoder(bufio.NewReader(os.Stdin))
	for lines.More() {
		var line struct {
			Request, Response object
			Bytes             *int
		}
		if err := lines.Decode(&line); err != nil {
			log.Fatal(err)
		}
		if line.Bytes == nil {
			fmt.Println(digest(line.Request, line.Response))
			continue
		}
		data := make([]byte, *line.Bytes)
		for i := range data {
			data[i] = byte(i % 251)
		}
		fmt.Println(blake3(data))
	}
}
